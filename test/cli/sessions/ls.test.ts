import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { SessionInfo } from '../../../src/schema/index.js';
import { nth, turn } from '../../support/turns.js';
import { cells, rig } from './rig.js';

it('lists sessions with status, model, folder, age, cost, and what they wait for', async () => {
  const { daemon, directory, ok } = await rig();
  expect(await ok('ls')).toBe('');
  await daemon.create('quiet', { title: 'A  title\nof two lines \u001b[31m' });
  await daemon.create('asking');
  await daemon.say('asking', 'permission');
  await nth(daemon, 'asking', 'permission.requested');
  await daemon.create('over');
  await turn(daemon, 'over', 'echo hello');
  await daemon.call('POST', '/v1/sessions/over/terminate');

  const [header, ...rows] = cells(await ok('ls'));
  expect(header).toEqual('SESSION,STATUS,AGENT,MODEL,TITLE,FOLDER,ACTIVE,COST,WAITS FOR'.split(','));
  expect(rows.map(([id]) => id)).toEqual(['asking', 'quiet']);
  expect(rows[0]!.at(-1)).toBe('Run: echo mock');
  expect(rows[1]).toEqual(
    expect.arrayContaining(['idle', 'mock', 'mock-1', 'A title of two lines', directory]),
  );
  const [, ...all] = cells(await ok('ls', '-a'));
  expect(all.map(([id, status]) => `${id} ${status}`)).toEqual([
    'over ended',
    'asking waiting',
    'quiet idle',
  ]);
  expect(all[0]![7]).toMatch(/^(< )?\$0\.\d\d$/);
});

it('shows a folder in the home folder with ~', async () => {
  const { daemon, ok } = await rig();
  await daemon.create('s', { directory: homedir() });
  expect(cells(await ok('ls'))[1]).toContain('~');
});

it('filters by status, agent, folder and text, and finds ended sessions by text or status', async () => {
  const { daemon, dataFolder, directory, ok, error } = await rig();
  await daemon.create('one', { title: 'Login page' });
  await daemon.create('two', { directory: join(directory, '..') });
  await turn(daemon, 'two', 'echo a needle in the hay');
  await daemon.create('three');
  await daemon.call('POST', '/v1/sessions/three/terminate');
  const ids = async (...flags: string[]) => (await ok('ls', '-q', ...flags)).split('\n').filter(Boolean);
  expect(await ids()).toEqual(['two', 'one']);
  expect(await ids('--status', 'ended')).toEqual(['three']);
  expect(await ids('--status', 'ended,waiting')).toEqual(['three']);
  expect(await ids('--status', 'ended,idle')).toEqual(['three', 'two', 'one']);
  expect(await ids('--directory', dataFolder, '-a')).toEqual(['three', 'one']);
  expect(await ids('--search', 'needle')).toEqual(['two']);
  expect(await ids('--search', 'login')).toEqual(['one']);
  expect(await ids('--agent', 'codex')).toEqual([]);
  expect(await ids('-a', '--limit', '2')).toEqual(['three', 'two']);
  expect(await error(2, 'ls', '--status', 'asleep')).toContain(
    'starting, idle, running, waiting, ended, damaged',
  );
  expect(await error(2, 'ls', '--limit', '0')).toContain('at least 1');
});

it('prints JSON that fits the schema, also for no sessions', async () => {
  const { daemon, json } = await rig();
  expect(await json(z.array(SessionInfo), 'ls')).toEqual([]);
  for (const id of ['a', 'b', 'c']) await daemon.create(id);
  const sessions = await json(z.array(SessionInfo.strict()), 'ls');
  expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['c', 'b', 'a']);
});

it('watches: each change is a row, or a line of JSON', async () => {
  const { daemon, run } = await rig();
  await daemon.create('first');
  const watching = run(['ls', '-a', '--watch', '--json']);
  const lines = createInterface({ input: watching.stdout })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value);
  const until = async (isWanted: (line: Record<string, unknown>) => boolean) => {
    for (;;) {
      const line = await next();
      if (isWanted(line)) return line;
    }
  };
  expect(SessionInfo.parse(await next()).sessionId).toBe('first');
  await daemon.create('second');
  await until(({ sessionId, status }) => sessionId === 'second' && status === 'idle');
  await daemon.say('second', 'permission');
  await until(({ sessionId, status }) => sessionId === 'second' && status === 'waiting');
  await daemon.call('POST', '/v1/sessions/second/terminate');
  await until(({ sessionId, ended }) => sessionId === 'second' && ended === true);
  await daemon.call('DELETE', '/v1/sessions/first');
  expect(await until(({ deleted }) => deleted === true)).toEqual({ sessionId: 'first', deleted: true });
  watching.kill('SIGINT');
  await watching;
});
