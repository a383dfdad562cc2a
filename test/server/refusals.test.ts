import { describe, expect, it } from 'vitest';
import { type Agent, agents } from '../../src/agents/index.js';
import { Refusal } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { nth, turn } from '../support/turns.js';

const sessionId = 'one';

async function asked() {
  const daemon = await testDaemon();
  await daemon.create(sessionId);
  await daemon.say(sessionId, 'permission');
  const { data } = await nth(daemon, sessionId, 'permission.requested');
  const path = `/v1/sessions/${sessionId}/permissions/${data.permission_id}/reply`;
  const refusals = async () =>
    (await daemon.call<{ refusals: Refusal[] }>('GET', `/v1/sessions/${sessionId}/refusals`)).refusals;
  return { daemon, path, id: data.permission_id, refusals };
}

/** The mock agent, but it says everything that it has completed twice. */
function stutterer(): Agent {
  const mock = agents.find(({ id }) => id === 'mock')!;
  const { translator } = mock;
  return {
    ...mock,
    translator: {
      initial: () => translator.initial(),
      translate: (state, text) => {
        const { state: next, drafts } = translator.translate(state, text);
        const isCompleted = drafts.some(({ type }) => type === 'item.completed');
        return { state: next, drafts: isCompleted ? [...drafts, ...drafts] : drafts };
      },
    },
  };
}

describe('what a session does not take', () => {
  it('is told to all who follow its machine, and kept', async () => {
    const { daemon, path, id, refusals } = await asked();
    const follower = await daemon.connect();
    await follower.call('session/subscribe', { sessionId, includeState: true });
    await daemon.call('POST', path, { reply: 'once' });
    expect(await refusals()).toEqual([]);

    await expectProblem(await daemon.fetch('POST', path, { reply: 'reject' }), 'request_not_pending');
    const { params } = await follower.until(({ method }) => method === 'session/refused');
    expect(Refusal.strict().parse(params)).toMatchObject({
      sessionId,
      number: 1,
      input: 'command.reply',
      subject: id,
      reason: expect.stringContaining('is pending: it was resolved'),
      problem: { type: 'urn:greenroom:error:request_not_pending' },
      count: 1,
    });
    expect(await refusals()).toEqual([params]);
    const { sequence } = (await nth(daemon, sessionId, 'permission.resolved'))!;
    expect(params.sequence).toBeGreaterThanOrEqual(sequence);
  });

  it('is told to nobody who only reads the events', async () => {
    const { daemon, path } = await asked();
    const reader = await daemon.connect();
    await reader.call('session/subscribe', { sessionId });
    await daemon.call('POST', path, { reply: 'once' });
    await daemon.fetch('POST', path, { reply: 'reject' });
    await daemon.call('POST', `/v1/sessions/${sessionId}/terminate`);
    await reader.event(sessionId, 'session.ended');
    expect(reader.notifications.filter(({ method }) => method === 'session/refused')).toEqual([]);
  });

  it('is also what is said after the end', async () => {
    const { daemon, path, refusals } = await asked();
    await daemon.call('POST', `/v1/sessions/${sessionId}/terminate`);
    await expectProblem(await daemon.fetch('POST', path, { reply: 'once' }), 'session_ended');
    expect(await refusals()).toMatchObject([{ input: 'command.reply', sequence: expect.any(Number) }]);
  });

  it('is what an agent says twice, with the reason and without a problem', async () => {
    const daemon = await testDaemon({ agents: [stutterer()] });
    await daemon.create(sessionId);
    const follower = await daemon.connect();
    await follower.call('session/subscribe', { sessionId, includeState: true });
    const events = await turn(daemon, sessionId, 'hello');
    const { params } = await follower.until(({ method }) => method === 'session/refused');
    expect(params).toMatchObject({
      input: 'draft.item.completed',
      reason: 'the item is settled: nothing changes it any more',
      problem: null,
    });
    const completed = events.filter(({ type }) => type === 'item.completed').at(-1)!;
    expect(params.sequence).toBe(completed.sequence);
  });

  it('is nothing of a session that is not there', async () => {
    const daemon = await testDaemon();
    await expectProblem(await daemon.fetch('GET', '/v1/sessions/none/refusals'), 'session_not_found');
  });
});

describe("the agent's process", () => {
  it('is followed by those who follow the machine', async () => {
    const daemon = await testDaemon();
    await daemon.create(sessionId);
    const follower = await daemon.connect();
    const { state } = await follower.call<{ state: { agent: string } }>('session/subscribe', {
      sessionId,
      includeState: true,
    });
    expect(state.agent).toBe('ready');
    await follower.call('session/send', { sessionId, message: 'sleep 60000' });
    await follower.event(sessionId, 'turn.started');
    await follower.call('session/interrupt', { sessionId });
    const told = (agent: string) =>
      follower.until(({ method, params }) => method === 'session/agent' && params.agent === agent);
    expect((await told('interrupting')).params).toEqual({ sessionId, agent: 'interrupting' });
    await told('ready');
  });
});
