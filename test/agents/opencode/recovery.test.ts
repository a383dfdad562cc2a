import { describe, expect, test } from 'vitest';
import { answering, begun, prompt } from './fake-server.js';
import { events, info } from './server-events.js';

const { status, asked, assistant } = events;

describe('lost events', () => {
  const recovered = (busy: object, messageID: string) => ({
    'GET /session/status': busy,
    'GET /session/s/children': [
      info('child', { parentID: 's', time: { created: Date.now() + 1000 } }),
      info('old', { parentID: 's' }),
    ],
    'GET /session/s/message': [
      { info: { id: 'msg_0', sessionID: 's', role: 'user', time: { created: 1 } }, parts: [] },
      { info: { id: messageID, sessionID: 's', role: 'user', time: { created: 2 } }, parts: [] },
    ],
    'GET /session/child/message': [],
    'GET /permission': [asked('child', 'p1').properties, asked('stranger', 'p2').properties],
    'GET /question': [],
  });

  async function lost(busy: object) {
    const given = await answering();
    const { messageID } = (await given.process.next('POST /session/s/prompt_async')).body;
    for (const [what, answer] of Object.entries(recovered(busy, messageID)))
      given.fake.answers.set(what, answer);
    given.received.length = 0;
    given.process.cut();
    return { ...given, messageID };
  }

  test("are recovered from the turn's messages, its sub-agents and their requests", async () => {
    const { process, next, received, messageID, connection, fake } = await lost({ s: { type: 'busy' } });
    fake.answers.set('POST /permission/p1/reply', { ok: true });
    await next('permissionFound');
    process.say(events.delta('child', 'more'));
    await next('message.part.delta');
    expect(received).toMatchObject([
      { type: 'subAgentFound', info: { id: 'child' } },
      { type: 'recovered', session: 's', messages: [{ info: { id: messageID } }], isIdle: false },
      { type: 'recovered', session: 'child', messages: [], isIdle: true },
      { type: 'permissionFound', request: { id: 'p1', sessionID: 'child' } },
      { type: 'message.part.delta' },
    ]);
    await connection.replyPermission('p1', 'once', null);
    await process.next('POST /permission/p1/reply');
  });

  test('may include the first of the turn, which can still be aborted and ends with its idle', async () => {
    const given = await begun();
    const { connection, process, fake, next } = given;
    await connection.prompt(prompt('go'));
    const { messageID } = (await process.next('POST /session/s/prompt_async')).body;
    const answers = recovered({ s: { type: 'busy' } }, messageID);
    answers['GET /session/s/message'].push({ info: assistant('s').properties.info, parts: [] });
    for (const [what, answer] of Object.entries(answers)) fake.answers.set(what, answer);
    process.cut();
    await next('recovered');
    await connection.interrupt();
    await process.next('POST /session/s/abort');
    process.say(assistant('s', 3), status('s', 'idle'), events.delta('s', 'late'));
    await next('message.part.delta');
    await connection.interrupt();
    expect(process.calls.map(({ what }) => what)).not.toContain('POST /session/s/abort');
  });

  test('may include the last of the turn', async () => {
    const { connection, process, next } = await lost({});
    expect(await next('recovered')).toMatchObject({ session: 's', isIdle: true });
    await next('permissionFound');
    await connection.interrupt();
    expect(process.calls.map(({ what }) => what)).not.toContain('POST /session/s/abort');
  });

  test('are not recovered when no turn runs', async () => {
    const { process, next, received } = await begun();
    await process.next('GET /global/event');
    process.cut();
    await process.next('GET /global/event');
    process.say(status('s', 'busy'));
    await next('session.status');
    expect(received.map(({ type }) => type)).not.toContain('recovered');
    expect(process.calls.map(({ what }) => what)).not.toContain('GET /session/status');
  });
});
