import { describe, expect, test } from 'vitest';
import { answering, begun, prompt } from './fake-server.js';
import { events } from './server-events.js';

const { status, asked, assistant, task } = events;

describe('lost events', () => {
  const recovered = (busy: object, messageID: string) => ({
    'GET /session/status': busy,
    'GET /session/s/message': [
      { info: { id: 'msg_0', sessionID: 's', role: 'user', time: { created: 1 } }, parts: [] },
      { info: { id: messageID, sessionID: 's', role: 'user', time: { created: 2 } }, parts: [] },
      { info: assistant('s').properties.info, parts: [task('s', 'child').properties.part] },
    ],
    'GET /session/child/message': [
      { info: { id: 'msg_1', sessionID: 'child', role: 'user', time: { created: 1 } }, parts: [] },
      {
        info: { ...assistant('child').properties.info, id: 'msg_3', time: { created: Date.now() + 1000 } },
        parts: [task('child', 'below').properties.part],
      },
    ],
    'GET /session/below/message': [],
    'GET /permission': [asked('below', 'p1').properties, asked('stranger', 'p2').properties],
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
    process.say(events.delta('below', 'more'));
    await next('message.part.delta');
    expect(received).toMatchObject([
      {
        type: 'recovered',
        session: 's',
        messages: [{ info: { id: messageID } }, { info: { id: 'msg_2' } }],
        isIdle: false,
      },
      // Earlier messages of a sub-agent that was called again are left out.
      { type: 'recovered', session: 'child', messages: [{ info: { id: 'msg_3' } }], isIdle: true },
      { type: 'recovered', session: 'below', messages: [], isIdle: true },
      { type: 'recovered', session: 's', messages: [], isIdle: false },
      { type: 'permissionFound', request: { id: 'p1', sessionID: 'below' } },
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
    const { connection, process, next, received } = await lost({});
    await next('permissionFound');
    expect(received.at(-2)).toMatchObject({ type: 'recovered', session: 's', isIdle: true });
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
