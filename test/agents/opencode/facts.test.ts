import { describe, expect, test } from 'vitest';
import { json } from './fake-process.js';
import { begun, prompt, VERSION } from './fake-server.js';
import { events } from './server-events.js';

/** Facts that the server tells only if it is asked. */

test('the version is that of the program, not of the session', async () => {
  const { received, connection } = await begun();
  expect(received[0]).toMatchObject({ info: { version: '1.18.33' }, version: VERSION });
  await connection.stop();
});

describe('MCP servers', () => {
  const statuses = {
    good: { status: 'connected' },
    off: { status: 'disabled' },
    broken: { status: 'failed', error: 'ENOENT' },
    locked: { status: 'needs_auth' },
    strange: { status: 'needs_client_registration', error: 'no client id' },
    later: { status: 'gone_fishing' },
  };

  test('that cannot be used are reported after the start', async () => {
    const { next, process } = await begun({}, {}, { 'GET /mcp': statuses });
    expect(await next('mcpServers')).toEqual({
      type: 'mcpServers',
      servers: Object.keys(statuses),
      failures: [
        { server: 'broken', error: 'ENOENT' },
        { server: 'locked', error: 'not authenticated: run "opencode mcp auth locked"' },
        { server: 'strange', error: 'no client id' },
        { server: 'later', error: 'gone fishing' },
      ],
    });
    expect((await process.next('GET /mcp')).directory).toBe('/workspace/demo');
  });

  test('that the server cannot tell about are ignored', async () => {
    const { received, process, connection } = await begun();
    await process.next('GET /mcp');
    await connection.prompt(prompt('go'));
    expect(received.map(({ type }) => type)).toEqual(['sessionOpened', 'prompted']);
  });
});

describe('the size of the context', () => {
  const limit = (context: number) => ({ limit: { context } });
  const providers = [{ id: 'maker', models: { 'big/one': limit(1000), endless: limit(0), odd: {} } }];
  const answer = (sessionID: string, modelID: string) => {
    const event = events.assistant(sessionID);
    return {
      ...event,
      properties: { ...event.properties, info: { ...event.properties.info, providerID: 'maker', modelID } },
    };
  };

  test('is looked up once for each model that answers, before anything that follows', async () => {
    const { process, next, received } = await begun({}, {}, { 'GET /config/providers': { providers } });
    process.say(answer('s', 'big/one'), answer('s', 'big/one'), events.status('s', 'busy'));
    await next('session.status');
    expect(received.slice(1)).toMatchObject([
      { type: 'message.updated' },
      { type: 'windowKnown', model: 'maker/big/one', tokens: 1000 },
      { type: 'message.updated' },
      { type: 'session.status' },
    ]);
    await process.next('GET /config/providers');
    expect(process.calls.map(({ what }) => what)).not.toContain('GET /config/providers');
  });

  test('is not reported where it is unknown', async () => {
    const { process, next, received } = await begun({}, {}, { 'GET /config/providers': { providers } });
    process.say(answer('s', 'endless'), answer('s', 'odd'), answer('s', 'missing'));
    process.say(events.assistant('s'), events.status('s', 'busy'));
    await next('session.status');
    expect(received.map(({ type }) => type)).not.toContain('windowKnown');
  });

  test('does not stop the events if the server does not tell it', async () => {
    const { process, fake, next } = await begun();
    fake.answers.set('GET /config/providers', (_call, res) => json(res, 500, {}));
    process.say(answer('s', 'big/one'), events.status('s', 'busy'));
    await next('session.status');
  });
});
