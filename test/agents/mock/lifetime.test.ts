import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { tempFolder } from '../../support/temp-folder.js';
import { draftsOf, startMock } from './mock-program.js';

/** Zombies do not count as alive. */
function isAlive(pid: number): boolean {
  return /^[^Z]/.test(
    spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim(),
  );
}

/** Instead of sleeping: a process that is about to exit is gone before another one has started and exited. */
async function othersLife(): Promise<void> {
  const other = startMock();
  await other.hello();
  other.endInput();
  await other.exited;
}

test('exits at the end of its input, even during a turn', async () => {
  const mock = startMock();
  const started = mock.next('turn_started');
  mock.send({ type: 'user', text: 'sleep 60000' });
  await started;
  mock.endInput();
  expect(await mock.exited).toEqual({ code: 0, signal: null });
});

test('exits on SIGTERM', async () => {
  const mock = startMock();
  await mock.hello();
  mock.signal('SIGTERM');
  expect(await mock.exited).toEqual({ code: 143, signal: null });
});

test('crash CODE: exits in the middle of a message', async () => {
  const mock = startMock();
  mock.send({ type: 'user', text: 'crash 3' });
  expect(await mock.exited).toEqual({ code: 3, signal: null });
  expect(mock.since(0).types).toEqual(['turn_started', 'message_start', 'message_delta']);
  expect(mock.stderr).toBe('mock: crashing with code 3\n');
});

test('end: says goodbye and exits', async () => {
  const mock = startMock();
  mock.send({ type: 'user', text: 'end' });
  expect(await mock.exited).toEqual({ code: 0, signal: null });
  expect(mock.since(0).drafts.slice(-2)).toMatchObject([
    { type: 'turn.ended', outcome: 'completed' },
    { type: 'session.ended', reason: 'completed' },
  ]);
});

test('hang: ignores all signals but SIGKILL', async () => {
  const mock = startMock();
  const message = mock.next('message_end');
  mock.send({ type: 'user', text: 'hang' });
  expect((await message).text).toBe('hanging');
  mock.send({ type: 'interrupt' });
  mock.endInput();
  mock.signal('SIGTERM');
  await othersLife();
  expect(isAlive(mock.pid)).toBe(true);
  expect(mock.since(0).types).toEqual(['turn_started', 'message_end']);
  mock.signal('SIGKILL');
  expect(await mock.exited).toEqual({ code: null, signal: 'SIGKILL' });
});

test.each(['spawn', 'escape'])('%s: starts a grandchild that outlives it', async (message) => {
  const mock = startMock();
  const [text] = (await mock.turn(message)).texts;
  const pid = Number(/^started process (\d+)$/.exec(text!)![1]);
  try {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => null);
    if (environment !== null) expect(environment === '').toBe(message === 'escape');
    mock.endInput();
    await mock.exited;
    expect(isAlive(pid)).toBe(true);
  } finally {
    process.kill(pid, 'SIGKILL');
  }
});

test('close stdin: reads nothing more, and stays alive', async () => {
  const mock = startMock();
  expect((await mock.turn('close stdin')).texts).toEqual(['closing stdin']);
  mock.endInput();
  await othersLife();
  expect(isAlive(mock.pid)).toBe(true);
});

test('close stdout: sends nothing more, and stays alive', async () => {
  const mock = startMock();
  mock.send({ type: 'user', text: 'close stdout' });
  await mock.outputEnded;
  expect(mock.since(0).types).toEqual(['turn_started', 'message_end']);
  await othersLife();
  expect(isAlive(mock.pid)).toBe(true);
  mock.endInput();
  expect(await mock.exited).toEqual({ code: 0, signal: null });
});

test('an interrupt kills a running command and its children', async () => {
  const mock = startMock();
  const output = mock.next('tool_output');
  const turn = mock.turn('shell sleep 60 & echo $!; wait');
  const pid = Number((await output).text);
  mock.send({ type: 'interrupt' });
  const seen = await turn;
  expect(seen.outcome).toBe('interrupted');
  expect(seen.of('tool_result')).toEqual([]);
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('an interrupt is handled during a burst', async () => {
  const mock = startMock();
  const delta = mock.next('message_delta');
  const turn = mock.turn('burst 1000000000');
  await delta;
  mock.send({ type: 'interrupt' });
  const seen = await turn;
  expect(seen.outcome).toBe('interrupted');
  expect(seen.types.at(-1)).toBe('turn_ended');
  expect((await mock.turn('next')).types).toEqual(['turn_started', 'message_end', 'turn_ended']);
});

test('an interrupt ends a sleep, and does nothing while idle', async () => {
  const mock = startMock();
  mock.send({ type: 'interrupt' });
  const started = mock.next('turn_started');
  const turn = mock.turn('sleep 60000');
  await started;
  mock.send({ type: 'interrupt' });
  expect((await turn).types).toEqual(['turn_started', 'turn_ended']);
});

test('refuses a second message during a turn but accepts a steered one', async () => {
  const mock = startMock();
  const turn = mock.turn('question');
  const { request } = await mock.next('question_request');
  mock.send({ type: 'user', text: 'me too' });
  mock.send({ type: 'steer', text: 'faster' });
  mock.send({ type: 'question_response', request, answers: null });
  const second = await mock.next('question_request');
  mock.send({ type: 'question_response', request: second.request, answers: null });
  const seen = await turn;
  expect(seen.of('turn_started')).toHaveLength(1);
  expect(seen.of('error')).toMatchObject([{ code: 'busy' }]);
  expect(seen.texts).toEqual(['steered: faster', 'No answer.', 'No answer.']);
});

test('a steered message that is too late gets its own turn', async () => {
  const mock = startMock();
  const ended = mock.next('turn_ended');
  mock.send({ type: 'steer', text: 'late' });
  expect(await ended).toMatchObject({ turn: null, outcome: 'ok' });
  expect(mock.since(0).texts).toEqual(['steered: late']);
});

test('responds to an invalid line with an error', async () => {
  const mock = startMock();
  const bad = [
    'nonsense',
    '[]',
    'null',
    '{"type":"toString"}',
    '{"type":"user"}',
    '{"type":"user","text":"x","attachments":[null]}',
    '{"type":"permission_response","request":"r","decision":"maybe"}',
    '{"type":"question_response","request":"r","answers":["x"]}',
  ];
  mock.write(`${bad.join('\n')}\n\n`);
  expect((await mock.turn('still here')).texts).toEqual(['still here']);
  expect(mock.since(0).of('error')).toHaveLength(bad.length);
  expect(draftsOf(mock.since(0).drafts, 'error')[0]).toMatchObject({ code: 'bad_input' });
});

test('reads a message of many chunks', async () => {
  const text = `big ${'é'.repeat(1_000_000)}`;
  expect((await startMock().turn(text)).texts).toEqual([text]);
});

test('a resumed session remembers its number of messages', async () => {
  const state = await tempFolder();
  const first = startMock(['--state', state]);
  await first.turn('one');
  expect((await first.turn('count')).texts).toEqual(['2']);
  await first.kill();

  const again = startMock(['--state', state, '--resume', 'mock-s1']);
  expect(await again.hello()).toMatchObject({ session: 'mock-s1', resumed: true, messages: 2 });
  expect((await again.turn('How many')).texts).toEqual(['3']);

  // Another session continues from there without changing the first.
  const other = startMock(['--state', state, '--session', 's2', '--resume', 'mock-s1']);
  expect(await other.hello()).toMatchObject({ session: 'mock-s2', resumed: true, messages: 3 });
  expect((await other.turn('count')).texts).toEqual(['4']);
  expect((await again.turn('count')).texts).toEqual(['4']);
});

test.each(['mock-gone', '../mock-s1', 'mock-/../x'])(
  'starts a new conversation if it cannot resume %s',
  async (id) => {
    const mock = startMock(['--state', await tempFolder(), '--resume', id]);
    expect(await mock.hello()).toMatchObject({ resumed: false, messages: 0 });
  },
);

test('ids are not reused in a resumed session', async () => {
  const ids: string[] = [];
  for (const _ of [1, 2]) {
    const mock = startMock(['--resume', 'mock-s1']);
    ids.push((await mock.turn('hi')).of('message_end')[0]!.message);
    await mock.kill();
  }
  expect(new Set(ids).size).toBe(2);
});
