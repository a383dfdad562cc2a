import { expect, it } from 'vitest';
import { daemonProcess } from '../support/program.js';
import { assistantTexts } from '../support/texts.js';
import { exchange, info, kill, restart, soundEvents } from './lives.js';
import { guardedSession, processesOf } from './processes.js';

it.each(['hold', 'ask'])('cuts off a background sub-agent when the daemon is killed: %s', async (task) => {
  const sessionId = guardedSession('thread');
  const before = await daemonProcess();
  await before.daemon.create(sessionId);
  const client = await before.daemon.connect();
  await client.call('session/subscribe', { sessionId });
  await before.daemon.say(sessionId, `background ${task}`);
  const isBusy = task === 'ask' ? 'permission.requested' : 'item.delta';
  const { sequence } = await client.event(sessionId, 'turn.ended');
  await client.event(sessionId, isBusy, sequence);
  const { threads } = await info(before, sessionId);
  await kill(before);

  const after = await restart(before);
  const events = await soundEvents(after.daemon, sessionId);
  const added = events.slice(client.events(sessionId).length);
  const ends = added.map((event) => {
    if (event.type === 'item.completed') return [event.data.item.kind, event.data.item.status];
    return event.type === 'permission.resolved' ? [event.type, event.data.metadata.reply] : [event.type];
  });
  expect(ends).toEqual([
    task === 'ask' ? ['permission.resolved', 'cancelled'] : ['message', 'failed'],
    ['status', 'failed'],
  ]);
  expect(added.at(-1)).toMatchObject({ data: { item: { thread_id: threads[0]!.threadId } } });
  expect(await info(after, sessionId)).toMatchObject({ status: 'idle', threads: [] });
  expect(await processesOf(sessionId)).toEqual([]);
  expect(assistantTexts(await exchange(after.daemon, sessionId, 'echo on we go'))).toEqual(['on we go']);
});
