import { describe, expect, it } from 'vitest';
import type { UniversalEvent } from '../../src/schema/index.js';
import { bringingFolder } from '../support/bringing-folder.js';
import { expectProblem } from '../support/problem.js';
import { daemonProcess } from '../support/program.js';
import { assistantTexts, userTexts } from '../support/texts.js';
import { nth } from '../support/turns.js';
import { info, kill, restart, soundEvents } from './lives.js';
import { guardedSession, processesOf } from './processes.js';

/** A daemon whose session waits for a human to trust its folder. */
async function asking(name: string) {
  const [before, { directory }] = [await daemonProcess(), await bringingFolder()];
  const sessionId = guardedSession(name);
  await before.daemon.create(sessionId, { directory });
  const path = (id: string) => `/v1/sessions/${sessionId}/permissions/${id}/reply`;
  return { before, sessionId, path };
}

const requests = (events: UniversalEvent[]) =>
  events.flatMap(({ type, data }) => {
    if (type === 'permission.requested') return [`${data.action} requested`];
    if (type !== 'permission.resolved') return [];
    return [`${data.action} ${data.metadata.reply} by ${data.metadata.resolved_by}`];
  });

describe('after the daemon was killed while a human was asked about the folder', () => {
  it('asks again for the messages that wait, and delivers them after the approval, not before', async () => {
    const { before, sessionId, path } = await asking('asked-again');
    const first = await nth(before.daemon, sessionId, 'permission.requested');
    for (const id of ['one', 'two']) await before.daemon.say(sessionId, `echo ${id}`, { messageId: id });
    const known = await soundEvents(before.daemon, sessionId);
    await kill(before);

    const { daemon } = await restart(before);
    const second = await nth(daemon, sessionId, 'permission.requested', 2);
    const events = await soundEvents(daemon, sessionId);
    expect(events.slice(0, known.length)).toEqual(known);
    expect(requests(events)).toEqual([
      'trust_folder requested',
      'trust_folder cancelled by daemon',
      'trust_folder requested',
    ]);
    expect(await processesOf(sessionId)).toEqual([]);
    const late = await daemon.fetch('POST', path(first.data.permission_id), { reply: 'always' });
    await expectProblem(late, 'request_not_pending');
    await daemon.call('POST', path(second.data.permission_id), { reply: 'once' });
    await nth(daemon, sessionId, 'turn.ended', 2);
    const all = await soundEvents(daemon, sessionId);
    expect([userTexts(all), assistantTexts(all)]).toEqual([
      ['echo one', 'echo two'],
      ['one', 'two'],
    ]);
    await daemon.call('POST', `/v1/sessions/${sessionId}/terminate`);
  });

  it('asks again with the next message if none waits', async () => {
    const { before, sessionId, path } = await asking('asked-later');
    await nth(before.daemon, sessionId, 'permission.requested');
    await kill(before);

    const after = await restart(before);
    const { daemon } = after;
    await nth(daemon, sessionId, 'permission.resolved');
    expect(await info(after, sessionId)).toMatchObject({ status: 'idle' });
    await daemon.say(sessionId, 'echo hello');
    const { data } = await nth(daemon, sessionId, 'permission.requested', 2);
    expect(await processesOf(sessionId)).toEqual([]);
    await daemon.call('POST', path(data.permission_id), { reply: 'reject' });
    await nth(daemon, sessionId, 'turn.ended');
    expect(assistantTexts(await soundEvents(daemon, sessionId))).toEqual(['hello']);
    await daemon.call('POST', `/v1/sessions/${sessionId}/terminate`);
  });

  it('does not ask again about what was approved before', async () => {
    const { before, sessionId, path } = await asking('approved');
    const { data } = await nth(before.daemon, sessionId, 'permission.requested');
    await before.daemon.call('POST', path(data.permission_id), { reply: 'once' });
    await kill(before);

    const { daemon } = await restart(before);
    await daemon.say(sessionId, 'echo hello');
    await nth(daemon, sessionId, 'turn.ended');
    const events = await soundEvents(daemon, sessionId);
    expect(requests(events)).toEqual(['trust_folder requested', 'trust_folder once by client']);
    await daemon.call('POST', `/v1/sessions/${sessionId}/terminate`);
  });
});
