import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { shellProgram } from '../support/executable.js';
import { rawUpgrade } from '../support/raw-http.js';
import { turn } from '../support/turns.js';

const TOKEN = 'tkn-5f1c9a';
const KEY = 'sk-77d2e0';

function gather() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, logger: pino({ level: 'trace' }, stream) };
}

it('logs neither the token nor keys of the environment during a session', async () => {
  const { lines, logger } = gather();
  const daemon = await testDaemon({ token: TOKEN, logger });
  const env = { PROVIDER_KEY: KEY };
  await daemon.create('one', { env });
  const client = await daemon.connect();
  await client.call('session/create', { sessionId: 'two', agent: 'mock', env });
  await client.call('session/subscribe', { sessionId: 'one', offset: 0, includeRaw: true });
  await turn(daemon, 'one', 'tool');
  await turn(daemon, 'one', 'stderr 3');
  await daemon.fetch('GET', '/v1/nowhere');
  await daemon.fetch('POST', '/v1/sessions/one', { agent: 'mock', env });
  await daemon.fetch('POST', '/v1/sessions/three', `{"env":{"PROVIDER_KEY":"${KEY}"`);
  await daemon.fetch('GET', '/v1/sessions', undefined, { authorization: `Bearer ${TOKEN}x` });
  for (const authorization of [`Token ${TOKEN}x`, `Basic ${btoa(`:${TOKEN}`)}`]) {
    await daemon.fetch('GET', '/v1/sessions', undefined, { authorization });
    await rawUpgrade(`${daemon.url}/v1/ws`, { authorization });
  }
  await rawUpgrade(`${daemon.url}/v1/ws`, { 'sec-websocket-protocol': `greenroom.v1, bearer.${TOKEN}x` });
  await daemon.say('one', 'crash 3');
  await client.event('one', 'session.ended');
  await daemon.stop();
  expect(lines.length).toBeGreaterThan(10);
  const secrets = [TOKEN, KEY, btoa(`:${TOKEN}`)];
  expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
});

it('does not log them if a session cannot start', async () => {
  const { lines, logger } = gather();
  const program = await shellProgram('exit 3');
  const daemon = await testDaemon({ token: TOKEN, logger, env: { GREENROOM_MOCK_BIN: program, KEY } });
  await daemon.create('one', { env: { PROVIDER_KEY: KEY } });
  await daemon.stop();
  expect(lines.filter((line) => line.includes(TOKEN) || line.includes(KEY))).toEqual([]);
});

it('does not store the token on disk', async () => {
  const daemon = await testDaemon({ token: TOKEN });
  await daemon.create('one');
  await turn(daemon, 'one', 'echo hi');
  await daemon.stop();
  for (const entry of await readdir(daemon.dataFolder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    expect(bytes.includes(TOKEN), entry.name).toBe(false);
  }
});
