import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Agent, agents } from '../../src/agents/index.js';
import { Refusal } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { nth, turn } from '../support/turns.js';

const SESSION_ID = 'one';

async function asked() {
  const daemon = await testDaemon();
  await daemon.create(SESSION_ID);
  await daemon.say(SESSION_ID, 'permission');
  const { data } = await nth(daemon, SESSION_ID, 'permission.requested');
  const path = `/v1/sessions/${SESSION_ID}/permissions/${data.permission_id}/reply`;
  const refusals = async () =>
    (await daemon.call<{ refusals: Refusal[] }>('GET', `/v1/sessions/${SESSION_ID}/refusals`)).refusals;
  return { daemon, path, id: data.permission_id, refusals };
}

/** The mock agent, except that it completes every item twice. */
function stutterer(): Agent {
  const mock = agents.find(({ id }) => id === 'mock')!;
  const { translator } = mock;
  return {
    ...mock,
    translator: {
      initial: () => translator.initial(),
      translate: (state, input) => {
        const { state: next, drafts } = translator.translate(state, input);
        const isCompleted = drafts.some(({ type }) => type === 'item.completed');
        return { state: next, drafts: isCompleted ? [...drafts, ...drafts] : drafts };
      },
    },
  };
}

describe('refusals of a session', () => {
  it('are reported to all clients that follow its machine, and kept', async () => {
    const { daemon, path, id, refusals } = await asked();
    const follower = await daemon.connect();
    await follower.call('session/subscribe', { sessionId: SESSION_ID, includeState: true });
    await daemon.call('POST', path, { reply: 'once' });
    expect(await refusals()).toEqual([]);

    await expectProblem(await daemon.fetch('POST', path, { reply: 'reject' }), 'request_not_pending');
    const { params } = await follower.until(({ method }) => method === 'session/refused');
    expect(Refusal.strict().parse(params)).toMatchObject({
      sessionId: SESSION_ID,
      number: 1,
      input: 'command.reply',
      subject: id,
      reason: expect.stringContaining('is not pending: it was resolved'),
      problem: { type: 'urn:greenroom:error:request_not_pending' },
      count: 1,
    });
    expect(await refusals()).toEqual([params]);
    const { sequence } = (await nth(daemon, SESSION_ID, 'permission.resolved'))!;
    expect(params.sequence).toBeGreaterThanOrEqual(sequence);
  });

  it('are not reported to clients that only read events', async () => {
    const { daemon, path } = await asked();
    const reader = await daemon.connect();
    await reader.call('session/subscribe', { sessionId: SESSION_ID });
    await daemon.call('POST', path, { reply: 'once' });
    await daemon.fetch('POST', path, { reply: 'reject' });
    await daemon.call('POST', `/v1/sessions/${SESSION_ID}/terminate`);
    await reader.event(SESSION_ID, 'session.ended');
    expect(reader.notifications.filter(({ method }) => method === 'session/refused')).toEqual([]);
  });

  it('include commands after its end', async () => {
    const { daemon, path, refusals } = await asked();
    await daemon.call('POST', `/v1/sessions/${SESSION_ID}/terminate`);
    await expectProblem(await daemon.fetch('POST', path, { reply: 'once' }), 'session_ended');
    expect(await refusals()).toMatchObject([{ input: 'command.reply', sequence: expect.any(Number) }]);
  });

  it('include repeated drafts of an agent, with a reason and without a problem', async () => {
    const daemon = await testDaemon({ agents: [stutterer()] });
    await daemon.create(SESSION_ID);
    const follower = await daemon.connect();
    await follower.call('session/subscribe', { sessionId: SESSION_ID, includeState: true });
    const events = await turn(daemon, SESSION_ID, 'hello');
    const { params } = await follower.until(({ method }) => method === 'session/refused');
    expect(params).toMatchObject({
      input: 'draft.item.completed',
      reason: 'the item is already settled',
      problem: null,
    });
    const completed = events.filter(({ type }) => type === 'item.completed').at(-1)!;
    expect(params.sequence).toBe(completed.sequence);
  });

  it('are not found for an unknown session', async () => {
    const daemon = await testDaemon();
    await expectProblem(await daemon.fetch('GET', '/v1/sessions/none/refusals'), 'session_not_found');
  });
});

describe("the agent's process", () => {
  it('is reported to clients that follow the machine', async () => {
    const daemon = await testDaemon();
    await daemon.create(SESSION_ID);
    const follower = await daemon.connect();
    const { state } = await follower.call<{ state: { agent: object } }>('session/subscribe', {
      sessionId: SESSION_ID,
      includeState: true,
    });
    const idle = { process: 'ready', settings: 'current', delivery: 'none' };
    expect(state.agent).toEqual(idle);
    await follower.call('session/send', { sessionId: SESSION_ID, message: 'sleep 60000' });
    await follower.event(SESSION_ID, 'turn.started');
    await follower.call('session/interrupt', { sessionId: SESSION_ID });
    const notified = (agent: object) =>
      follower.until(
        ({ method, params }) => method === 'session/agent' && isDeepStrictEqual(params.agent, agent),
      );
    await notified({ ...idle, delivery: 'delivered' });
    await notified({ ...idle, process: 'interrupting', delivery: 'delivered' });
    await notified(idle);
  });
});
