import { describe, expect, it } from 'vitest';
import type { PendingRequests } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { expectProblem } from '../support/problem.js';
import { assistantTexts } from '../support/texts.js';
import { nth } from '../support/turns.js';

const LIST = 'List files in the current directory using available tools.';

async function waiting(message: string): Promise<TestDaemon> {
  const daemon = await testDaemon();
  await daemon.create('one');
  await daemon.say('one', message);
  return daemon;
}

async function asked(daemon: TestDaemon, count = 1): Promise<string> {
  return (await nth(daemon, 'one', 'permission.requested', count)).data.permission_id;
}

async function questioned(daemon: TestDaemon, count = 1): Promise<string> {
  return (await nth(daemon, 'one', 'question.requested', count)).data.question_id;
}

const reply = (daemon: TestDaemon, id: string, body: object) =>
  daemon.fetch('POST', `/v1/sessions/one/permissions/${id}/reply`, body);
const answer = (daemon: TestDaemon, id: string, answers: unknown) =>
  daemon.fetch('POST', `/v1/sessions/one/questions/${id}/reply`, { answers });
const reject = (daemon: TestDaemon, id: string) =>
  daemon.fetch('POST', `/v1/sessions/one/questions/${id}/reject`);
const pending = (daemon: TestDaemon) => daemon.call<PendingRequests>('GET', '/v1/sessions/one/requests');

describe('pending requests', () => {
  it('are listed until they are settled', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    expect(await pending(daemon)).toEqual({ permissions: [], questions: [] });
    await daemon.say('one', LIST);
    const event = await nth(daemon, 'one', 'permission.requested');
    expect(await pending(daemon)).toEqual({ permissions: [event.data], questions: [] });
    await reply(daemon, event.data.permission_id, { reply: 'once' });
    expect(await pending(daemon)).toEqual({ permissions: [], questions: [] });
  });

  it('are empty once the session has ended', async () => {
    const daemon = await waiting('question');
    await questioned(daemon);
    await daemon.call('POST', '/v1/sessions/one/terminate');
    expect(await pending(daemon)).toEqual({ permissions: [], questions: [] });
  });
});

describe('a reply to a permission request', () => {
  it.each([
    ['once', 'approved'],
    ['always', 'approved'],
    ['reject', 'denied'],
  ])('%s: the request is %s by a client', async (given, status) => {
    const daemon = await waiting(LIST);
    const id = await asked(daemon);
    const response = await reply(daemon, id, { reply: given });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect((await nth(daemon, 'one', 'permission.resolved')).data).toMatchObject({
      permission_id: id,
      action: 'command_execution',
      status,
      metadata: { reply: given, resolved_by: 'client', command: 'ls' },
    });
    await nth(daemon, 'one', 'turn.ended');
    const tools = (await daemon.events('one')).flatMap((event) =>
      event.type === 'item.completed' && event.data.item.kind === 'tool_call' ? [event.data.item.status] : [],
    );
    expect(tools).toEqual([status === 'approved' ? 'completed' : 'failed']);
  });

  it('with always suppresses further requests', async () => {
    const daemon = await waiting(LIST);
    await reply(daemon, await asked(daemon), { reply: 'always' });
    await nth(daemon, 'one', 'turn.ended');
    await daemon.say('one', LIST);
    await nth(daemon, 'one', 'turn.ended', 2);
    const requests = (await daemon.events('one')).filter(({ type }) => type === 'permission.requested');
    expect(requests).toHaveLength(1);
  });

  it('with reject may carry a message, which readers see', async () => {
    const daemon = await waiting(LIST);
    const message = 'not on a Friday';
    await reply(daemon, await asked(daemon), { reply: 'reject', message });
    expect((await nth(daemon, 'one', 'permission.resolved')).data.metadata).toMatchObject({ message });
  });

  it('is refused without effect if the request is settled', async () => {
    const daemon = await waiting(LIST);
    const id = await asked(daemon);
    await reply(daemon, id, { reply: 'reject' });
    const late = await expectProblem(await reply(daemon, id, { reply: 'once' }), 'request_not_pending');
    expect(late.detail).toContain(id);
    await nth(daemon, 'one', 'turn.ended');
    await expectProblem(await reply(daemon, id, { reply: 'once' }), 'request_not_pending');
    const resolved = (await daemon.events('one')).filter(({ type }) => type === 'permission.resolved');
    expect(resolved).toHaveLength(1);
  });

  it('succeeds for one of two concurrent replies', async () => {
    const daemon = await waiting(LIST);
    const id = await asked(daemon);
    const both = await Promise.all([
      reply(daemon, id, { reply: 'once' }),
      reply(daemon, id, { reply: 'reject' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it('finds neither an unknown request nor a question', async () => {
    const daemon = await waiting('question');
    const question = await questioned(daemon);
    for (const id of ['perm_no', question, question.replace('ques', 'perm')]) {
      await expectProblem(await reply(daemon, id, { reply: 'once' }), 'not_found');
    }
  });

  it.each([[{}], [{ reply: 'maybe' }], [{ reply: 'cancelled' }], [{ reply: 'once', message: 7 }]])(
    'must be valid: %j',
    async (body) => {
      const daemon = await waiting(LIST);
      await expectProblem(await reply(daemon, await asked(daemon), body), 'invalid_request');
      expect((await pending(daemon)).permissions).toHaveLength(1);
    },
  );

  it('is refused as session_ended once the session has ended', async () => {
    const daemon = await waiting(LIST);
    const id = await asked(daemon);
    await daemon.call('POST', '/v1/sessions/one/terminate');
    await expectProblem(await reply(daemon, id, { reply: 'once' }), 'session_ended');
  });
});

describe('an answer to a question', () => {
  it('is published and passed to the agent', async () => {
    const daemon = await waiting('question');
    const first = await questioned(daemon);
    expect((await answer(daemon, first, [['Blue']])).status).toBe(204);
    const second = await questioned(daemon, 2);
    expect((await answer(daemon, second, [['Small'], ['Cheese', 'Basil']])).status).toBe(204);
    await nth(daemon, 'one', 'turn.ended');
    const events = await daemon.events('one');
    expect(events.filter(({ type }) => type === 'question.resolved')).toMatchObject([
      { data: { question_id: first, status: 'answered', response: 'Blue', answers: [['Blue']] } },
      { data: { question_id: second, status: 'answered', answers: [['Small'], ['Cheese', 'Basil']] } },
    ]);
    expect(assistantTexts(events)).toEqual(['You chose Blue.', 'You chose Small; Cheese, Basil.']);
  });

  it('may be a rejection, and the agent continues without an answer', async () => {
    const daemon = await waiting('question');
    const id = await questioned(daemon);
    expect((await reject(daemon, id)).status).toBe(204);
    expect((await nth(daemon, 'one', 'question.resolved')).data).toMatchObject({
      question_id: id,
      status: 'rejected',
      response: null,
      resolved_by: 'client',
    });
    await questioned(daemon, 2);
    expect(assistantTexts(await daemon.events('one'))).toEqual(['No answer.']);
  });

  it.each([
    ['too many', [['Red'], ['Blue']]],
    ['two for a question that takes one', [['Red', 'Blue']]],
    ['no lists', ['Red']],
    ['none', undefined],
  ])('with %s answers is refused and leaves the question pending', async (_, answers) => {
    const daemon = await waiting('question');
    const id = await questioned(daemon);
    await expectProblem(await answer(daemon, id, answers), 'invalid_request');
    expect((await pending(daemon)).questions).toMatchObject([{ question_id: id }]);
  });

  it('may leave questions without an answer', async () => {
    const daemon = await waiting('question');
    await answer(daemon, await questioned(daemon), []);
    const second = await questioned(daemon, 2);
    expect((await answer(daemon, second, [['Small']])).status).toBe(204);
    await nth(daemon, 'one', 'turn.ended');
    const resolved = await nth(daemon, 'one', 'question.resolved', 2);
    expect(resolved.data).toMatchObject({ status: 'answered', answers: [['Small'], []] });
    expect(assistantTexts(await daemon.events('one'))).toEqual(['You chose .', 'You chose Small; .']);
  });

  it('finds no unknown question, and no permission', async () => {
    const daemon = await waiting(LIST);
    const id = await asked(daemon);
    for (const unknown of ['ques_no', id]) {
      await expectProblem(await answer(daemon, unknown, [['Red']]), 'not_found');
      await expectProblem(await reject(daemon, unknown), 'not_found');
    }
  });

  it('is refused if the question is settled, and so is a rejection', async () => {
    const daemon = await waiting('question');
    const id = await questioned(daemon);
    await answer(daemon, id, [['Red']]);
    await expectProblem(await answer(daemon, id, [['Blue']]), 'request_not_pending');
    await expectProblem(await reject(daemon, id), 'request_not_pending');
  });

  it('rejects a plan with reject', async () => {
    const daemon = await waiting('plan');
    const { data } = await nth(daemon, 'one', 'question.requested');
    expect(data.options).toEqual(['approve', 'reject']);
    await answer(daemon, data.question_id, [['reject']]);
    await nth(daemon, 'one', 'turn.ended');
    expect(assistantTexts(await daemon.events('one')).at(-1)).toBe('The plan is rejected.');
  });
});
