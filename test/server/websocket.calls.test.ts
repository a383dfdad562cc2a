import { describe, expect, it } from 'vitest';
import { CreateSessionResponse, type Problem, type SessionInfo } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { RawSocket } from '../support/raw-socket.js';
import { userTexts } from '../support/texts.js';
import { nth } from '../support/turns.js';
import { RpcError } from '../support/ws-client.js';

const LIST = 'List files in the current directory using available tools.';
const refusal = (kind: string, status: number) =>
  expect.objectContaining({
    code: -32000,
    data: expect.objectContaining({ type: `urn:greenroom:error:${kind}`, status }),
  });

describe('a session over WebSocket', () => {
  it('is created under an id of the client, or a generated one', async () => {
    const daemon = await testDaemon();
    const client = await daemon.connect();
    const own = await client.call('session/create', { sessionId: 'one', agent: 'mock', title: 'T' });
    expect(CreateSessionResponse.strict().parse(own)).toMatchObject({
      sessionId: 'one',
      title: 'T',
      healthy: true,
    });
    const given = await client.call<SessionInfo>('session/create', { agent: 'mock' });
    expect(given.sessionId).toMatch(/^sess_/);
    const { sessions } = await client.call<{ sessions: SessionInfo[] }>('session/list');
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual([given.sessionId, 'one']);
    expect(sessions[1]).toEqual(await client.call('session/get', { sessionId: 'one' }));
    expect(sessions[1]).toEqual(await daemon.call('GET', '/v1/sessions/one'));
  });

  it('accepts messages and returns what becomes of each', async () => {
    const daemon = await testDaemon();
    const client = await daemon.connect();
    await client.call('session/create', { sessionId: 'one', agent: 'mock' });
    const send = (message: string, more: object = {}) =>
      client.call('session/send', { sessionId: 'one', message, ...more });
    expect(await send('sleep 600000', { messageId: 'm-1' })).toEqual({
      messageId: 'm-1',
      disposition: 'started',
    });
    expect(await send('echo queued')).toEqual({
      messageId: expect.stringMatching(/^msg_/),
      disposition: 'queued',
    });
    expect(await send('hurry', { whenBusy: 'steer' })).toMatchObject({ disposition: 'steered' });
    expect(await send('sleep 600000', { messageId: 'm-1' })).toEqual({
      messageId: 'm-1',
      disposition: 'duplicate',
    });
    await expect(send('no', { whenBusy: 'reject' })).rejects.toEqual(refusal('session_busy', 409));
    expect(await send('echo now', { whenBusy: 'interrupt' })).toMatchObject({ disposition: 'queued' });
    await nth(daemon, 'one', 'turn.ended', 3);
    expect(userTexts(await daemon.events('one'))).toEqual([
      'sleep 600000',
      'hurry',
      'echo now',
      'echo queued',
    ]);
  });

  it('is interrupted and terminated', async () => {
    const daemon = await testDaemon();
    const client = await daemon.connect();
    const sessionId = 'one';
    await client.call('session/create', { sessionId, agent: 'mock' });
    await client.call('session/subscribe', { sessionId });
    await client.call('session/send', { sessionId, message: 'sleep 600000' });
    expect(await client.call('session/interrupt', { sessionId })).toBeNull();
    expect(await client.event(sessionId, 'turn.ended')).toMatchObject({
      data: { metadata: { outcome: 'interrupted' } },
    });
    expect(await client.call('session/terminate', { sessionId })).toBeNull();
    expect(await client.call('session/terminate', { sessionId })).toBeNull();
    await expect(client.call('session/interrupt', { sessionId })).rejects.toEqual(
      refusal('session_ended', 409),
    );
  });

  it('accepts one reply per permission request', async () => {
    const daemon = await testDaemon();
    const client = await daemon.connect();
    const sessionId = 'one';
    await client.call('session/create', { sessionId, agent: 'mock' });
    await client.call('session/send', { sessionId, message: LIST });
    const { data } = await nth(daemon, sessionId, 'permission.requested');
    const reply = { sessionId, permissionId: data.permission_id, reply: 'reject', message: 'no' };
    expect(await client.call('permission/reply', reply)).toBeNull();
    await expect(client.call('permission/reply', reply)).rejects.toEqual(refusal('request_not_pending', 409));
    expect((await nth(daemon, sessionId, 'permission.resolved')).data).toMatchObject({
      status: 'denied',
      metadata: { reply: 'reject', message: 'no' },
    });
  });

  it('accepts answers and rejections of questions', async () => {
    const daemon = await testDaemon();
    const client = await daemon.connect();
    const sessionId = 'one';
    await client.call('session/create', { sessionId, agent: 'mock' });
    await client.call('session/send', { sessionId, message: 'question' });
    const first = (await nth(daemon, sessionId, 'question.requested')).data.question_id;
    const answer = (questionId: string, answers: string[][]) =>
      client.call('question/reply', { sessionId, questionId, answers });
    await expect(answer(first, [['Red'], []])).rejects.toEqual(refusal('invalid_request', 400));
    await expect(answer('ques_no', [])).rejects.toEqual(refusal('not_found', 404));
    expect(await answer(first, [['Red']])).toBeNull();
    const second = (await nth(daemon, sessionId, 'question.requested', 2)).data.question_id;
    expect(await client.call('question/reject', { sessionId, questionId: second })).toBeNull();
    await expect(client.call('question/reject', { sessionId, questionId: second })).rejects.toEqual(
      refusal('request_not_pending', 409),
    );
    await nth(daemon, sessionId, 'turn.ended');
    const resolved = (await daemon.events(sessionId)).filter(({ type }) => type === 'question.resolved');
    expect(resolved).toMatchObject([{ data: { answers: [['Red']] } }, { data: { status: 'rejected' } }]);
  });

  it.each([
    'session/get',
    'session/subscribe',
    'session/interrupt',
    'session/terminate',
    'session/send',
    'permission/reply',
    'question/reply',
    'question/reject',
  ])('is refused if unknown: %s', async (method) => {
    const daemon = await testDaemon();
    const client = await daemon.connect();
    const params = {
      sessionId: 'nobody',
      message: 'x',
      permissionId: 'p',
      questionId: 'q',
      answers: [],
      reply: 'once',
    };
    await expect(client.call(method, params)).rejects.toEqual(refusal('session_not_found', 404));
  });

  it('is refused with the same problem as over HTTP', async () => {
    const daemon = await testDaemon();
    const client = await daemon.connect();
    const body = { agent: 'mock', model: 'mock-9' };
    const problem = (await (await daemon.fetch('POST', '/v1/sessions', body)).json()) as Problem;
    const error = await client.call('session/create', body).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(RpcError);
    expect(error).toMatchObject({ code: -32000, data: problem, message: problem.detail });
  });
});

describe('calls of one connection', () => {
  it('are decided on in order of arrival, without waiting for answers', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    const socket = await RawSocket.open(daemon.url);
    const send = (id: number, message: string, more: object = {}) =>
      socket.call(id, 'session/send', { sessionId: 'one', message, ...more });
    send(1, 'sleep 600000');
    send(2, 'echo a');
    send(3, 'echo b');
    socket.call(4, 'session/interrupt', { sessionId: 'one' });
    send(5, 'echo c', { whenBusy: 'queue' });
    await socket.answer(5);
    await nth(daemon, 'one', 'turn.ended', 4);
    expect(userTexts(await daemon.events('one'))).toEqual(['sleep 600000', 'echo a', 'echo b', 'echo c']);
  });

  it('do not wait for a slow one', async () => {
    const daemon = await testDaemon();
    await daemon.create('one');
    await daemon.say('one', 'hang');
    const socket = await RawSocket.open(daemon.url);
    socket.call('slow', 'session/terminate', { sessionId: 'one' });
    socket.call('quick', 'session/list');
    expect((await socket.next()).id).toBe('quick');
    expect((await socket.next()).id).toBe('slow');
  });
});
