import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { EventOf, SessionInfo, UniversalEvent, UniversalItem } from '../../../src/schema/index.js';
import { isRun } from '../../support/is-run.js';
import type { Conversation } from '../../support/real/conversation.js';
import type { Scenario, World } from './scenario.js';

const WORDS = Array.from({ length: 30 }, (_, number) => `word${number}`).join(' ');

export const threads: Scenario[] = [
  {
    name: 'shows what a sub-agent says, whole and in its own thread',
    tags: ['subagents'],
    needs: (_, { threads }) => threads,
    async play(world) {
      const session = await world.begin({ permissionMode: 'bypass' });
      await session.send(world.cues.threads!.talk(WORDS));
      const run = await runEnd(session);
      expect(run).toMatchObject({ status: 'completed', thread_id: expect.any(String) });
      const starter = started(session).find(({ item_id }) => item_id === run.thread_id);
      expect(starter).toMatchObject({ kind: 'tool_call', thread_id: null });
      await idle(session);
      expect(textsIn(session, run.thread_id!)).toContain(WORDS);
      expect(textsIn(session, null)).not.toContain(WORDS);
      expect((await info(session)).threads).toEqual([]);
      await world.endAndReplay(session);
    },
  },
  {
    name: 'answers a sub-agent that asks after its turn',
    tags: ['subagents', 'permissions'],
    needs: (_, { threads }) => threads?.askLater,
    async play(world) {
      const session = await world.begin();
      await session.send(world.cues.threads!.askLater!('touch late.txt'));
      await session.until(({ type }) => type === 'turn.ended');
      const { data } = (await session.until(isRequest)) as EventOf<'permission.requested'>;
      const thread = data.metadata.thread_id;
      expect(thread).toEqual(expect.any(String));
      expect(await info(session)).toMatchObject({
        status: 'waiting',
        threads: [{ threadId: thread, status: 'waiting' }],
      });
      // A turn of the main thread leaves the request alone.
      const turns = count(session, 'turn.ended');
      await session.send(world.cues.echo('hello'));
      await session.until(() => count(session, 'turn.ended') > turns);
      expect(session.events().filter(({ type }) => type === 'permission.resolved')).toEqual([]);
      await session.reply(data.permission_id, 'once');
      expect(await runEnd(session)).toMatchObject({ status: 'completed', thread_id: thread });
      await access(join(session.directory, 'late.txt'));
      await idle(session);
      await world.endAndReplay(session);
    },
  },
  {
    name: 'stops one sub-agent',
    tags: ['subagents', 'interrupt'],
    needs: ({ capabilities }, { threads }) => capabilities.interruptThread && threads,
    async play(world) {
      const session = await holding(world);
      const [thread] = (await info(session)).threads;
      await session.interrupt(thread!.threadId);
      expect(await runEnd(session)).toMatchObject({ status: 'failed', thread_id: thread!.threadId });
      await idle(session);
      await expect(session.interrupt(thread!.threadId)).rejects.toThrow('running');
      await world.echoes(session);
      await session.end();
    },
  },
  {
    name: 'stops all sub-agents with an interrupt',
    tags: ['subagents', 'interrupt'],
    needs: ({ capabilities }, { threads }) => capabilities.interruptThread && threads,
    async play(world) {
      const session = await holding(world);
      await session.interrupt();
      // The first one only ends the turn if sub-agents outlive it.
      if (!world.cues.threads!.endsWithTurn) {
        await session.until(({ type }) => type === 'turn.ended');
        await session.interrupt();
      }
      expect(await runEnd(session)).toMatchObject({ status: 'failed' });
      await idle(session);
      await world.echoes(session);
      await session.end();
    },
  },
  {
    name: 'runs a sub-agent of a sub-agent',
    tags: ['subagents'],
    needs: (_, { threads }) => threads?.nested,
    async play(world) {
      const session = await world.begin({ permissionMode: 'bypass' });
      await session.send(world.cues.threads!.nested!('from the bottom'));
      await session.until(() => runs(session, 'item.completed').length >= 2);
      await idle(session);
      const [outer, inner] = runs(session, 'item.started');
      const call = started(session).find(({ item_id }) => item_id === inner!.thread_id);
      expect(call).toMatchObject({ kind: 'tool_call', thread_id: outer!.thread_id });
      expect(textsIn(session, inner!.thread_id!)).toContain('from the bottom');
      await session.end();
    },
  },
  {
    name: 'runs several sub-agents at once',
    tags: ['subagents'],
    needs: (_, { threads }) => threads,
    async play(world) {
      const session = await world.begin({ permissionMode: 'bypass' });
      await session.send(world.cues.threads!.several('first', 'second'));
      await session.until(() => runs(session, 'item.completed').length >= 2);
      await idle(session);
      const ids = runs(session, 'item.started').map(({ thread_id }) => thread_id!);
      expect(new Set(ids).size).toBe(2);
      expect(ids.map((id) => textsIn(session, id).at(-1)).sort()).toEqual(['first', 'second']);
      await session.end();
    },
  },
  {
    name: 'addresses a sub-agent again, in the same thread',
    tags: ['subagents'],
    needs: (_, { threads }) => threads?.again,
    async play(world) {
      const session = await world.begin({ permissionMode: 'bypass' });
      const { first, second } = world.cues.threads!.again!;
      await session.send(first);
      await session.until(() => runs(session, 'item.completed').length === 1);
      await idle(session);
      await session.send(second('once more'));
      await session.until(() => runs(session, 'item.completed').length === 2);
      await idle(session);
      const ids = runs(session, 'item.started').map(({ thread_id }) => thread_id);
      expect(new Set(ids).size).toBe(1);
      expect(textsIn(session, ids[0]!)).toContain('once more');
      await session.end();
    },
  },
  {
    name: 'cuts sub-agents off when the daemon is killed',
    tags: ['subagents', 'restart'],
    needs: (_, { threads }) => threads,
    isDestructive: true,
    async play(world) {
      const before = await holding(world);
      const session = await before.rejoin(await world.restart('SIGKILL'));
      expect(await runEnd(session)).toMatchObject({ status: 'failed' });
      await idle(session);
      expect((await info(session)).threads).toEqual([]);
      await world.echoes(session);
      await session.end();
    },
  },
];

/** A session with a sub-agent that has begun to talk and does not end by itself. */
async function holding(world: World): Promise<Conversation> {
  const session = await world.begin({ permissionMode: 'bypass' });
  await session.send(world.cues.threads!.hold);
  await session.until((event) => event.type === 'item.started' && isRun(event.data.item));
  await world.cues.threads!.isHeld?.(session);
  return session;
}

const isRequest = ({ type }: UniversalEvent) => type === 'permission.requested';

function started(session: Conversation): UniversalItem[] {
  return session.events().flatMap((event) => (event.type === 'item.started' ? [event.data.item] : []));
}

function runs(session: Conversation, type: 'item.started' | 'item.completed'): UniversalItem[] {
  return session
    .events()
    .flatMap((event) => (event.type === type ? [event.data.item] : []))
    .filter(isRun);
}

/** Waits for the end of the first run of a sub-agent. */
async function runEnd(session: Conversation): Promise<UniversalItem> {
  await session.until(() => runs(session, 'item.completed').length > 0);
  return runs(session, 'item.completed')[0]!;
}

/** Waits until neither a turn nor a sub-agent is running, and skips what has happened. */
async function idle(session: Conversation): Promise<void> {
  await session.until(
    () =>
      count(session, 'turn.started') === count(session, 'turn.ended') &&
      runs(session, 'item.started').length === runs(session, 'item.completed').length,
  );
  session.skip();
}

function count(session: Conversation, type: UniversalEvent['type']): number {
  return session.events().filter((event) => event.type === type).length;
}

/** The texts of the assistant in a thread. */
function textsIn(session: Conversation, thread: string | null): string[] {
  return session
    .items('message')
    .filter(({ role, thread_id }) => role === 'assistant' && thread_id === thread)
    .flatMap(({ content }) => content.flatMap((part) => (part.type === 'text' ? [part.text] : [])));
}

function info(session: Conversation): Promise<SessionInfo> {
  return session.client.call('session/get', { sessionId: session.id });
}
