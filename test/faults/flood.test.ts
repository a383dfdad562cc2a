import { describe, expect, it } from 'vitest';
import { conversation, writeSessions } from '../browser/write-sessions.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { RawSocket } from '../support/raw-socket.js';
import { tempFolder } from '../support/temp-folder.js';
import { type ServerSocket, watchServerSockets } from './server-sockets.js';

const MEBIBYTE = 1024 * 1024;
const CALLS = 100;

async function daemonWith(sessions: number): Promise<TestDaemon> {
  const dataFolder = await tempFolder();
  await writeSessions(
    dataFolder,
    Array.from({ length: sessions }, (_, i) => ({
      id: `s${i}`,
      title: `${i}`,
      events: conversation(['hi']),
    })),
  );
  return testDaemon({ dataFolder });
}

/** Many calls in one write, from a client that does not read. */
async function flood(daemon: TestDaemon, method: string, params: object = {}) {
  const sockets = watchServerSockets();
  const client = await RawSocket.open(daemon.url);
  const held = sockets.at(-1)!;
  client.socket.pause();
  const { _socket: stream } = client.socket as unknown as { _socket: { cork(): void; uncork(): void } };
  stream.cork();
  for (let id = 1; id <= CALLS; id++) client.call(id, method, params);
  stream.uncork();
  return { client, held };
}

/** Another client's calls are answered, until the flooded connection holds bytes that are not read. */
async function untilFull(daemon: TestDaemon, { socket }: ServerSocket): Promise<void> {
  while (socket.writableLength === 0) await daemon.call('GET', '/v1/health');
}

describe('a flood of calls in one write', () => {
  it('for long answers holds one answer at a time, and is answered completely and in order', async () => {
    const daemon = await daemonWith(1000);
    const { client, held } = await flood(daemon, 'session/list');
    await untilFull(daemon, held);
    for (let i = 0; i < 20; i++) await daemon.call('GET', '/v1/sessions?limit=1');
    client.socket.resume();
    await client.answer(CALLS);
    expect(client.frames.map(({ id }) => id)).toEqual(Array.from({ length: CALLS }, (_, i) => i + 1));
    const [{ result }] = client.frames as [{ result: object }];
    expect(held.most).toBeLessThan(MEBIBYTE + 2 * JSON.stringify(result).length);
  });

  it('that wait for agents is refused beyond a limit, and other calls are answered', async () => {
    const daemon = await testDaemon({ limits: { callsPerSocket: 10 } });
    await daemon.create('one');
    const { client } = await flood(daemon, 'session/create', { agent: 'mock' });
    client.socket.resume();
    client.call('after', 'session/get', { sessionId: 'one' });
    await client.answer('after');
    const refused = client.frames.filter(
      ({ error }) => error?.data?.type === 'urn:greenroom:error:overloaded',
    );
    expect(refused.length).toBe(CALLS - 10);
  });
});
