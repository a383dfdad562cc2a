import { describe, expect, test } from 'vitest';
import { answering, begun } from './fake-server.js';
import { events, info } from './server-events.js';

const { status, asked } = events;

describe('events that were lost', () => {
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
    given.told.length = 0;
    given.process.cut();
    return { ...given, messageID };
  }

  test('are made up for from the messages of the turn, its sub-agents and what they ask', async () => {
    const { process, next, told, messageID, connection, fake } = await lost({ s: { type: 'busy' } });
    fake.answers.set('POST /permission/p1/reply', { ok: true });
    await next('permission.asked');
    process.say(events.delta('child', 'more'));
    await next('message.part.delta');
    expect(told.map(({ type, properties }) => [type, properties.sessionID])).toEqual([
      ['session.created', 'child'],
      ['greenroom.healed', 's'],
      ['greenroom.healed', 'child'],
      ['permission.asked', 'child'],
      ['message.part.delta', 'child'],
    ]);
    const { messages, status: now } = told[1]!.properties;
    expect(now).toBe('busy');
    expect(messages.map((message: { info: { id: string } }) => message.info.id)).toEqual([messageID]);
    await connection.replyPermission('p1', 'once', null);
    await process.next('POST /permission/p1/reply');
  });

  test('may have been the last of the turn', async () => {
    const { connection, process, next } = await lost({});
    expect((await next('greenroom.healed')).properties).toMatchObject({ sessionID: 's', status: 'idle' });
    await next('permission.asked');
    await connection.interrupt();
    expect(process.calls.map(({ what }) => what)).not.toContain('POST /session/s/abort');
  });

  test('are not missed where no turn runs', async () => {
    const { process, next, told } = await begun();
    await process.next('GET /global/event');
    process.cut();
    await process.next('GET /global/event');
    process.say(status('s', 'busy'));
    await next('session.status');
    expect(told.map(({ type }) => type)).not.toContain('greenroom.healed');
    expect(process.calls.map(({ what }) => what)).not.toContain('GET /session/status');
  });
});
