import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { conversation, writeSessions } from '../browser/write-sessions.js';
import { testDaemon } from '../support/daemon.js';
import { RawSocket } from '../support/raw-socket.js';
import { tempFolder } from '../support/temp-folder.js';
import { watchServerSockets } from './server-sockets.js';

const PING_MS = 20_000;
/** Far more than what is buffered between the daemon and a client. */
const MESSAGES = 500;

/** A client that answers no ping, as if they were all behind data that it has not read yet. */
async function slowClient() {
  const dataFolder = await tempFolder();
  const texts = Array.from({ length: MESSAGES }, () => 'x'.repeat(32 * 1024));
  await writeSessions(dataFolder, [{ id: 'long', title: 'long', events: conversation(texts) }]);
  const clock = new SimulatedClock();
  const daemon = await testDaemon({ dataFolder, clock, pingMs: PING_MS });
  const sockets = watchServerSockets();
  const client = await RawSocket.open(daemon.url, { autoPong: false });
  const { socket: sending } = sockets.at(-1)!;
  client.call(1, 'session/subscribe', { sessionId: 'long' });
  await client.answer(1);
  const { _socket: receiving } = client.socket as unknown as { _socket: Socket };
  client.socket.pause();
  /** Round trips of another client, until bytes wait for this one. */
  const backlog = async () => {
    while (sending.writableLength === 0) await daemon.call('GET', '/v1/health');
  };
  await backlog();
  return {
    client,
    /** Reads until the daemon has got rid of something. */
    readSome: async () => {
      const taken = sending.bytesWritten - sending.writableLength;
      while (sending.bytesWritten - sending.writableLength === taken) {
        const arrived = new Promise((resolve) => receiving.once('data', resolve));
        client.socket.resume();
        await arrived;
        client.socket.pause();
      }
      await backlog();
    },
    ping: () => clock.increment(PING_MS),
  };
}

it('a reader that takes data is alive, even if it has not seen a ping yet', async () => {
  const { client, readSome, ping } = await slowClient();
  ping();
  for (let i = 0; i < 4; i++) {
    await readSome();
    ping();
  }
  expect(client.socket.readyState).toBe(client.socket.OPEN);
});

it('a reader that takes nothing more is dead', async () => {
  const { client, readSome, ping } = await slowClient();
  ping();
  await readSome();
  for (let i = 0; i < 4; i++) ping();
  client.socket.resume();
  expect(await client.closed).toBe(1006);
});
