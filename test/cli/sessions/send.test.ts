import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { GreenroomClient } from '../../../src/client/index.js';
import { SendMessageResponse, SessionQueue } from '../../../src/schema/index.js';
import type { TestDaemon } from '../../support/daemon.js';
import { main } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';
import { eventsUntil, nth } from '../../support/turns.js';
import { rig } from './rig.js';

it('sends a text and says what became of it', async () => {
  const { daemon, ok, json } = await rig();
  await daemon.create('s');
  expect(await ok('send', 's', 'sleep 60000', '--message-id', 'm1')).toBe('m1  started');
  expect(await ok('send', 's', 'sleep 60000', '--message-id', 'm1')).toBe('m1  duplicate');
  expect(await json(SendMessageResponse, 'send', 's', 'echo later')).toMatchObject({ disposition: 'queued' });
  expect(await ok('send', 's', 'a hint', '--when-busy', 'steer')).toMatch(/steered$/);
});

it('refuses a message during a turn on request, and one whose id has another text', async () => {
  const { daemon, ok, error } = await rig();
  await daemon.create('s');
  await ok('send', 's', 'sleep 60000', '--message-id', 'm1');
  expect(await error(1, 'send', 's', 'echo', '--when-busy', 'reject')).toContain('turn');
  expect(await error(1, 'send', 's', 'echo', '--message-id', 'm1')).toContain('m1');
  expect(await error(2, 'send', 's', 'echo', '--when-busy', 'shout')).toContain(
    'queue, steer, interrupt, reject',
  );
});

it('reads the message from standard input', async () => {
  const { daemon, reach } = await rig();
  await daemon.create('s');
  const piped = (input: string, ...args: string[]) =>
    execa('node', [main, 'send', 's', ...args], { input, env: reach, reject: false });
  expect((await piped('echo from a pipe\n')).exitCode).toBe(0);
  expect((await piped('echo from a dash\n', '-', '--wait')).stdout).toBe('from a dash');
  expect(await piped(' \n')).toMatchObject({ exitCode: 2, stderr: 'greenroom: the message is empty' });
  const texts = (await daemon.events('s')).flatMap(({ data }) =>
    'item' in data && data.item.role === 'user' && data.item.status === 'completed' ? data.item.content : [],
  );
  expect(texts).toContainEqual({ type: 'text', text: 'echo from a pipe' });
});

it('waits for the outcome of the turn, which decides the exit code', async () => {
  const { daemon, ok, json, run } = await rig();
  await daemon.create('s');
  expect(await ok('send', 's', 'echo the answer', '--wait')).toBe('the answer');
  const result = await json(
    z.object({ outcome: z.literal('completed'), text: z.string() }),
    'send',
    's',
    'echo x',
    '--wait',
  );
  expect(result.text).toBe('x');
  const failed = await run(['send', 's', 'error', '--wait']);
  expect(failed.exitCode).toBe(6);
  expect(failed.stderr).toMatch(/^greenroom: .+/);
  const interrupted = run(['send', 's', 'sleep 60000', '--wait']);
  await nth(daemon, 's', 'turn.started', 4);
  await daemon.call('POST', '/v1/sessions/s/interrupt');
  expect((await interrupted).exitCode).toBe(130);
  await ok('send', 's', 'sleep 60000');
  const ended = run(['send', 's', 'echo never', '--message-id', 'q', '--wait']);
  await queued(daemon, 's');
  await daemon.call('POST', '/v1/sessions/s/terminate');
  expect((await ended).exitCode).toBe(6);
});

it('fails if the message is taken back', async () => {
  const { daemon, ok, run } = await rig();
  await daemon.create('s');
  await ok('send', 's', 'sleep 60000');
  const waiting = run(['send', 's', 'echo never', '--wait']);
  await queued(daemon, 's');
  await ok('queue', 'rm', 's', '1');
  expect((await waiting).exitCode).toBe(6);
});

it('says how to answer what the agent asks while it waits', async () => {
  const { daemon, run, ok } = await rig();
  await daemon.create('s');
  const waiting = run(['send', 's', 'permission', '--wait']);
  let said = '';
  const advice = new Promise<string>((resolve) => {
    waiting.stderr.on('data', (chunk) => {
      said += String(chunk);
      const command = /answer with: greenroom (reply s perm\S+ once)/.exec(said)?.[1];
      if (command) resolve(command);
    });
  });
  const first = await advice;
  const next = run(['send', 's', 'echo then', '--wait']);
  await queued(daemon, 's');
  await ok(...first.split(' '));
  await nth(daemon, 's', 'permission.requested', 2);
  await ok('reply', 's', 'reject');
  expect((await waiting).exitCode).toBe(0);
  expect(said).toContain('Run: echo mock');
  const { stdout, stderr } = await next;
  expect(stdout).toBe('then');
  expect(stderr).toContain(first);
});

it('attaches files', async () => {
  const { daemon, ok, error } = await rig();
  const folder = await tempFolder();
  const file = join(folder, 'notes.txt');
  await writeFile(file, 'remember the milk');
  await daemon.create('s');
  await ok('send', 's', 'echo look', '--attach', file, '--attach', file, '--wait');
  const [user] = (await eventsUntil(daemon, 's', ({ type }) => type === 'turn.ended')).flatMap(({ data }) =>
    'item' in data && data.item.role === 'user' && data.item.status === 'completed' ? [data.item] : [],
  );
  expect(JSON.stringify(user)).toContain('notes.txt');
  expect(await error(1, 'send', 's', 'echo', '--attach', join(folder, 'none'))).toContain('ENOENT');
});

it('lists queued messages, edits, moves, sends and removes them', async () => {
  const { daemon, ok, json, error } = await rig();
  await daemon.create('s');
  expect(await ok('queue', 's')).toBe('the queue is empty');
  expect(await error(5, 'queue', 'rm', 's', '1')).toContain('the queue is empty');
  await ok('send', 's', 'sleep 60000');
  for (const id of ['one', 'two', 'three']) await ok('send', 's', `echo ${id}`, '--message-id', id);
  const texts = async () =>
    (await json(SessionQueue, 'queue', 's')).entries.map(({ message }) => message.replace('echo ', ''));
  expect(await texts()).toEqual(['one', 'two', 'three']);
  expect(await ok('queue', 's')).toMatch(/^NO +MESSAGE .*\n1 +one +1 .* echo one\n2 +two/);

  await ok('queue', 'edit', 's', 'on', 'echo uno');
  await ok('queue', 'move', 's', '3', '1');
  expect(await texts()).toEqual(['three', 'uno', 'two']);
  expect(await error(1, 'queue', 'edit', 's', 'one', 'echo eins', '--revision', '1')).toContain('revision');
  expect(await error(2, 'queue', 'edit', 's', 't', 'echo zwei')).toContain('2 queued messages begin with t');
  const after = await json(SessionQueue, 'queue', 'rm', 's', '1', '2');
  expect(after.entries.map(({ messageId }) => messageId)).toEqual(['two']);
  await ok('queue', 'send', 's', '1', '--interrupt');
  await nth(daemon, 's', 'turn.ended', 2);
  expect((await daemon.events('s')).some((event) => JSON.stringify(event).includes('"echo two"'))).toBe(true);
});

/** Waits until a message is queued. */
async function queued({ url }: TestDaemon, id: string): Promise<void> {
  const socket = new GreenroomClient({ url });
  onTestFinished(() => socket.close());
  await new Promise<void>((resolve) => {
    const listener = { queue: ({ entries }: SessionQueue) => entries.length > 0 && resolve() };
    socket.session(id).subscribe(listener, { includeState: true });
  });
}
