import { expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { reaches, testClient } from './support.js';

/** Follows the list of sessions, one line per callback. */
function following(client: ReturnType<typeof testClient>) {
  const lines: string[] = [];
  let wake = () => {};
  const note = (line: string) => {
    lines.push(line);
    wake();
  };
  const stop = client.sessions.watch({
    list: (sessions) => note(`list ${sessions.map(({ sessionId }) => sessionId)}`),
    opened: ({ sessionId }) => note(`opened ${sessionId}`),
    changed: ({ sessionId, status }) => note(`changed ${sessionId} ${status}`),
    closed: (sessionId, reason) => note(`closed ${sessionId} ${reason}`),
  });
  const until = async (line: string) => {
    while (!lines.includes(line)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { lines, until, stop };
}

it('follows all sessions from their creation to their end', async () => {
  const daemon = await testDaemon();
  const client = testClient(daemon.url);
  const { lines, until } = following(client);
  await until('list ');
  await client.sessions.create({ agent: 'mock', sessionId: 'one' });
  await client.session('one').terminate();
  await client.session('one').delete();
  await until('closed one deleted');
  expect(lines[1]).toBe('opened one');
  expect(lines.slice(-3)).toEqual(['changed one ended', 'closed one ended', 'closed one deleted']);
});

it('gets the whole list again after a reconnect', async () => {
  const before = await testDaemon();
  const { port } = before.daemon;
  const client = testClient(before.url, { random: () => 0 });
  const { until } = following(client);
  await until('list ');
  await before.create('one');
  await until('opened one');
  await before.stop();
  await reaches(client, 'offline');
  await testDaemon({ dataFolder: before.dataFolder, port });
  await until('list one');
});

it('receives nothing more once there are no followers', async () => {
  const daemon = await testDaemon();
  const client = testClient(daemon.url);
  const { lines, until, stop } = following(client);
  await until('list ');
  stop();
  await client.sessions.create({ agent: 'mock', sessionId: 'one' });
  expect(lines).toEqual(['list ']);
});
