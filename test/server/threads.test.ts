import { describe, expect, it } from 'vitest';
import { mockAgent } from '../../src/agents/mock/index.js';
import type { EventOf, SessionInfo, SessionState, UniversalEvent } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { assistantTexts } from '../support/texts.js';
import { eventsUntil, nth, turn } from '../support/turns.js';

type ItemEvent = EventOf<'item.started'> | EventOf<'item.completed'>;

/** The beginning or the end of a sub-agent's run. */
const isRun = (type: ItemEvent['type']) => (event: UniversalEvent) =>
  event.type === type &&
  event.data.item.content.some((part) => part.type === 'status' && part.label === 'agent');

async function run(daemon: TestDaemon, type: ItemEvent['type']): Promise<ItemEvent> {
  return (await eventsUntil(daemon, 'one', isRun(type))).at(-1) as ItemEvent;
}

/** A session whose turn has ended, and whose sub-agent in the background has been given a task. */
async function background(task: string): Promise<TestDaemon> {
  const daemon = await testDaemon();
  await daemon.create('one');
  await turn(daemon, 'one', `background ${task}`);
  return daemon;
}

const info = (daemon: TestDaemon) => daemon.call<SessionInfo>('GET', '/v1/sessions/one');
const state = (daemon: TestDaemon, query = '') =>
  daemon.call<SessionState>('GET', `/v1/sessions/one/state${query}`);
const interrupt = (daemon: TestDaemon, body?: unknown) =>
  daemon.fetch('POST', '/v1/sessions/one/interrupt', body);

describe('a sub-agent that outlives its turn', () => {
  it('is listed while it runs, and keeps the session running', async () => {
    const daemon = await background('hold');
    const { time, data } = await run(daemon, 'item.started');
    expect(await info(daemon)).toMatchObject({
      status: 'running',
      state: { live: { turn: 'idle', requests: 'none', threads: 'running' } },
      threads: [
        {
          threadId: data.item.thread_id,
          parentThreadId: null,
          title: 'Hold the line',
          status: 'running',
          startedAt: time,
        },
      ],
    });
    const { sessions } = await daemon.call<{ sessions: SessionInfo[] }>('GET', '/v1/sessions');
    expect(sessions[0]!.threads).toHaveLength(1);
  });

  it('does not delay the next message', async () => {
    const daemon = await background('hold');
    expect(assistantTexts(await turn(daemon, 'one', 'echo at once'))).toEqual(['at once']);
    expect((await info(daemon)).threads).toHaveLength(1);
  });

  it('makes the session wait when it asks, and is answered between turns', async () => {
    const daemon = await background('ask');
    const { data } = await nth(daemon, 'one', 'permission.requested');
    const threadId = data.metadata.thread_id;
    expect(await info(daemon)).toMatchObject({
      status: 'waiting',
      state: { live: { turn: 'idle', requests: 'waiting' } },
      threads: [{ threadId, status: 'waiting' }],
    });
    await turn(daemon, 'one', 'echo hi');
    expect(await info(daemon)).toMatchObject({ status: 'waiting' });

    const path = `/v1/sessions/one/permissions/${data.permission_id}/reply`;
    expect((await daemon.fetch('POST', path, { reply: 'once' })).status).toBe(204);
    expect(await run(daemon, 'item.completed')).toMatchObject({
      data: { item: { thread_id: threadId, status: 'completed' } },
    });
    expect(await info(daemon)).toMatchObject({ status: 'idle', threads: [] });
  });

  it('is part of every past state', async () => {
    const daemon = await background('ask');
    const asked = await nth(daemon, 'one', 'permission.requested');
    const started = await run(daemon, 'item.started');
    const now = await state(daemon);
    expect(now.threads).toMatchObject([{ status: 'waiting' }]);
    expect(now.openItems).toMatchObject([{ item_id: started.data.item.item_id, kind: 'status' }]);
    await daemon.call('POST', '/v1/sessions/one/terminate');

    const at = (sequence: number) => state(daemon, `?at=${sequence}`);
    expect(await at(asked.sequence)).toEqual({ ...now, agent: null });
    expect((await at(asked.sequence - 1)).threads).toMatchObject([{ status: 'running' }]);
    expect((await at(started.sequence - 1)).threads).toEqual([]);
    expect(await state(daemon)).toMatchObject({ threads: [], openItems: [] });
  });
});

describe('an interrupt of one sub-agent', () => {
  it('ends its run and withdraws its requests', async () => {
    const daemon = await background('ask');
    const { data } = await nth(daemon, 'one', 'permission.requested');
    const threadId = data.metadata.thread_id;
    const response = await interrupt(daemon, { threadId });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect((await nth(daemon, 'one', 'permission.resolved')).data).toMatchObject({
      permission_id: data.permission_id,
      status: 'denied',
      metadata: { thread_id: threadId, reply: 'cancelled' },
    });
    expect((await run(daemon, 'item.completed')).data.item).toMatchObject({
      thread_id: threadId,
      status: 'failed',
    });
    expect(await info(daemon)).toMatchObject({ status: 'idle', threads: [] });
  });

  it('leaves the others and the turn alone', async () => {
    const daemon = await background('hold');
    await turn(daemon, 'one', 'background hold');
    const [first, second] = (await info(daemon)).threads;
    await daemon.say('one', 'sleep 600000');
    await nth(daemon, 'one', 'turn.started', 3);
    expect((await interrupt(daemon, { threadId: first!.threadId })).status).toBe(204);
    await run(daemon, 'item.completed');
    expect(await info(daemon)).toMatchObject({
      state: { live: { turn: { running: 'active' } } },
      threads: [second],
    });
  });

  it('is not the interrupt of a turn, which leaves those in the background alone', async () => {
    const daemon = await background('hold');
    await daemon.say('one', 'sleep 600000');
    await nth(daemon, 'one', 'turn.started', 2);
    for (const body of [undefined, {}, { threadId: null }]) {
      expect((await interrupt(daemon, body)).status).toBe(204);
      await nth(daemon, 'one', 'turn.ended', 2);
      if (body === undefined) expect(await info(daemon)).toMatchObject({ threads: [{}], status: 'running' });
    }
    // Without a turn, an interrupt is for all of them.
    await run(daemon, 'item.completed');
    expect(await info(daemon)).toMatchObject({ threads: [], status: 'idle' });
  });

  it('is refused with 404 unless the thread is running', async () => {
    const daemon = await background('hold');
    const { threadId } = (await info(daemon)).threads[0]!;
    const unknown = await expectProblem(await interrupt(daemon, { threadId: 'itm_no' }), 'not_found');
    expect(unknown.detail).toContain('itm_no');
    await interrupt(daemon, { threadId });
    await run(daemon, 'item.completed');
    await expectProblem(await interrupt(daemon, { threadId }), 'not_found');
    await daemon.call('POST', '/v1/sessions/one/terminate');
    await expectProblem(await interrupt(daemon, { threadId }), 'session_ended');
  });

  it('is refused with 400 by an agent that cannot do it', async () => {
    const capabilities = { ...mockAgent.capabilities, interruptThread: false };
    const daemon = await testDaemon({ agents: [{ ...mockAgent, capabilities }] });
    await daemon.create('one');
    await turn(daemon, 'one', 'background hold');
    const { threadId } = (await info(daemon)).threads[0]!;
    await expectProblem(await interrupt(daemon, { threadId }), 'mode_not_supported');
    expect((await interrupt(daemon)).status).toBe(204);
    expect((await info(daemon)).threads).toHaveLength(1);
  });

  it.each([[{ threadId: 7 }], ['thread'], [[]], ['{']])('must be valid: %j', async (body) => {
    const daemon = await background('hold');
    await expectProblem(await interrupt(daemon, body), 'invalid_request');
    expect((await info(daemon)).threads).toHaveLength(1);
  });

  it('works over WebSocket too', async () => {
    const daemon = await background('hold');
    const { threadId } = (await info(daemon)).threads[0]!;
    const client = await daemon.connect();
    const call = (thread: unknown) =>
      client.call('session/interrupt', { sessionId: 'one', threadId: thread });
    await expect(call('itm_no')).rejects.toMatchObject({ code: -32000, data: { status: 404 } });
    await expect(call(7)).rejects.toMatchObject({ code: -32602 });
    expect(await call(threadId)).toBeNull();
    expect((await run(daemon, 'item.completed')).data.item.status).toBe('failed');
    await expect(call(threadId)).rejects.toMatchObject({ data: { status: 404 } });
  });
});
