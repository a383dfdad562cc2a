import { readFile, realpath } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { tempFolder } from '../../support/temp-folder.js';
import { draftsOf, type MockProgram, startMock } from './mock-program.js';

let mock: MockProgram;
let folder: string;

beforeEach(async () => {
  folder = await realpath(await tempFolder());
  mock = startMock(['--state', `${folder}/state`], { cwd: folder });
});

test('responds to hello', async () => {
  const ready = await mock.hello();
  expect(ready).toEqual({
    type: 'ready',
    session: 'mock-s1',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    protocol: 1,
    model: 'mock-1',
    effort: 'medium',
    mode: 'build',
    permission_mode: 'default',
    cwd: folder,
    resumed: false,
    messages: 0,
    commands: expect.arrayContaining([{ word: 'todo', usage: '', help: expect.any(String) }]),
  });
  expect(mock.since(0).drafts).toEqual([
    {
      type: 'session.started',
      native_session_id: 'mock-s1',
      metadata: {
        version: ready.version,
        model: 'mock-1',
        variant: 'medium',
        mode: 'build',
        permission_mode: 'default',
        cwd: folder,
        commands: expect.arrayContaining([{ name: 'say', hint: '<text>', description: expect.any(String) }]),
        native: { protocol: 1, resumed: false, messages: 0 },
      },
    },
  ]);
});

describe('text', () => {
  test.each([
    ['Reply with exactly the single word OK.', 'OK'],
    ['reply with exactly the word first.', 'FIRST'],
    ['  Reply with exactly the word SECOND.  ', 'SECOND'],
    ['echo  Hello,  World', 'Hello,  World'],
    ['SAY it', 'it'],
    ['echo', 'echo'],
    ['What is this?', 'What is this?'],
    ['two\nlines "quoted" é 🎭', 'two\nlines "quoted" é 🎭'],
  ])('%j is answered without deltas', async (message, text) => {
    const seen = await mock.turn(message);
    expect(seen.types).toEqual(['turn_started', 'message_end', 'turn_ended']);
    expect(seen.texts).toEqual([text]);
    expect(seen.of('turn_ended')[0]).toMatchObject({ turn: 'turn_1', outcome: 'ok' });
    expect(seen.drafts.map(({ type }) => type)).toEqual(['turn.started', 'item.completed', 'turn.ended']);
  });

  test('sends public and private reasoning, then text in two deltas', async () => {
    const seen = await mock.turn('Answer briefly and include your reasoning.');
    const [message] = seen.of('message_start');
    const deltas = seen.of('message_delta');
    expect(deltas).toHaveLength(2);
    expect(deltas.map(({ text }) => text).join('')).toBe(seen.texts[0]);
    expect(seen.of('reasoning_end')).toMatchObject([
      { hidden: false, message: message!.message },
      { hidden: true, message: message!.message },
    ]);
    const parts = seen.drafts.flatMap((draft) => ('item' in draft ? (draft.item.content ?? []) : []));
    expect(parts).toContainEqual({ type: 'reasoning', text: '', visibility: 'public' });
  });

  test('streams markdown, whose deltas add up to the text', async () => {
    const seen = await mock.turn('markdown');
    const text = seen
      .of('message_delta')
      .map((delta) => delta.text)
      .join('');
    expect(seen.of('message_delta').length).toBeGreaterThan(10);
    expect(seen.texts).toEqual([text]);
    for (const mark of ['# ', '- first', '| agent | events |', '```ts']) expect(text).toContain(mark);
    expect(seen.drafts.at(-1)).toMatchObject({ type: 'turn.ended', outcome: 'completed' });
  });

  test('help lists every command', async () => {
    const [text] = (await mock.turn('help')).texts;
    const { scenarioByWord } = await import('../../../src/agents/mock/program/scenarios/index.js');
    // Plurals are aliases.
    for (const word of scenarioByWord.keys()) expect(text).toContain(word.replace(/s$/, ''));
    for (const task of ['ask', 'talk', 'hold', 'nest', 'each', 'again'])
      expect(text).toContain(`\`subagent ${task}`);
  });
});

describe('items', () => {
  test.each(['status', 'Provide a short status update.'])('%s', async (message) => {
    const items = (await mock.turn(message)).drafts.filter((draft) => 'item' in draft);
    expect(items).toMatchObject([
      { type: 'item.started', item: { content: [{ label: 'Indexing', detail: '2 files' }] } },
      { type: 'item.completed', item: { content: [{ label: 'Indexing', detail: 'Done' }] } },
    ]);
  });

  test('writes the image to a file', async () => {
    const seen = await mock.turn('image');
    const path = seen.of('image')[0]!.path;
    expect(path).toBe(`${folder}/state/mock-image.png`);
    expect((await readFile(path)).subarray(1, 4).toString()).toBe('PNG');
    expect(draftsOf(seen.drafts, 'item.completed')).toMatchObject([
      { item: { kind: 'message', content: [{ type: 'text' }, { type: 'image', path, mime: 'image/png' }] } },
    ]);
  });

  test('unknown', async () => {
    const seen = await mock.turn('unknown');
    expect(draftsOf(seen.drafts, 'item.completed')).toMatchObject([{ item: { kind: 'unknown' } }]);
  });

  test('reports attachments', async () => {
    const ended = mock.next('turn_ended');
    mock.send({ type: 'user', text: 'look', attachments: [{ path: 'a.png', mime: null }] });
    await ended;
    expect(mock.since(0).types).toEqual(['turn_started', 'system', 'message_end', 'turn_ended']);
  });
});

describe('tools', () => {
  test.each(['tool', 'tools'])('%s: a search, then an edit of three files', async (message) => {
    const seen = await mock.turn(message);
    expect(seen.types).toEqual([
      'turn_started',
      'tool_call',
      'tool_result',
      'tool_call',
      'tool_result',
      'turn_ended',
    ]);
    const [search, result, edit, edited] = draftsOf(seen.drafts, 'item.completed').map(({ item }) => item);
    expect(search!.content).toMatchObject([{ name: 'mock.search', arguments: '{"query":"example"}' }]);
    expect(result!.content).toMatchObject([{ call_id: search!.native_item_id }]);
    expect(edited!.content).toMatchObject([
      { type: 'tool_result', call_id: edit!.native_item_id },
      { type: 'file_ref', action: 'read' },
      { type: 'file_ref', action: 'write' },
      { type: 'file_ref', action: 'patch', diff: expect.stringContaining('@@ -1 +1 @@') },
    ]);
  });
});

describe('shell', () => {
  test('runs a real command in the working directory, with its output in order', async () => {
    const seen = await mock.turn('shell pwd; echo wrong >&2; echo "it\'s"; exit 3');
    const output = `${folder}\nwrong\nit's\n`;
    expect(
      seen
        .of('tool_output')
        .map(({ text }) => text)
        .join(''),
    ).toBe(output);
    expect(seen.of('tool_result')).toMatchObject([{ ok: false, output, exit_code: 3 }]);
    expect(seen.outcome).toBe('ok');
    expect(draftsOf(seen.drafts, 'item.completed').at(-1)).toMatchObject({ item: { status: 'failed' } });
  });

  test('streams the output while the command runs', async () => {
    const first = mock.next('tool_output');
    const turn = mock.turn('shell echo one; while [ ! -e go ]; do sleep 0.01; done; echo two');
    expect((await first).text).toBe('one\n');
    const { writeFile } = await import('node:fs/promises');
    await writeFile(`${folder}/go`, '');
    expect((await turn).of('tool_result')).toMatchObject([{ ok: true, output: 'one\ntwo\n', exit_code: 0 }]);
  });
});

test('unparsed: sends two lines that cannot be parsed', async () => {
  const { drafts } = await mock.turn('unparsed');
  expect(draftsOf(drafts, 'agent.unparsed')).toMatchObject([
    { error: 'not JSON', location: 'mock' },
    { error: 'unknown message "mystery"', location: 'mock' },
  ]);
});

test('junk N: sends N lines that cannot be parsed', async () => {
  const seen = await mock.turn('junk 3');
  expect(draftsOf(seen.drafts, 'agent.unparsed')).toHaveLength(3);
  expect(seen.texts).toEqual(['done']);
});

test('open N: begins N messages and completes none', async () => {
  const seen = await mock.turn('open 3');
  expect(seen.of('message_start')).toHaveLength(3);
  expect(seen.of('message_end')).toEqual([]);
  expect(seen.outcome).toBe('ok');
});

test.each([100, 200_000])('line BYTES: sends a message in a line of %i bytes', async (bytes) => {
  const seen = await mock.turn(`line ${bytes}`);
  expect(seen.lines.map((line) => line.length)).toContain(bytes);
  expect(seen.texts).toEqual([expect.stringMatching(/^x+$/)]);
});

test('error: ends the turn with an error', async () => {
  const seen = await mock.turn('error');
  expect(seen.drafts.slice(1)).toMatchObject([
    { type: 'error', code: 'mock_error', details: { retryable: false } },
    { type: 'turn.ended', outcome: 'error' },
  ]);
});

test('retry: an error that is retried, then the answer', async () => {
  const seen = await mock.turn('retry');
  expect(seen.types).toEqual(['turn_started', 'error', 'message_end', 'turn_ended']);
  expect(draftsOf(seen.drafts, 'error')).toMatchObject([
    { details: { retryable: true, category: 'overloaded', status: 529 } },
  ]);
  expect(seen.outcome).toBe('ok');
});

describe('usage', () => {
  test('reads what was said earlier from a cache', async () => {
    const spent = async (text: string) => (await mock.turn(text)).of('turn_ended')[0]!.spent;
    expect(await spent('echo 12345678')).toEqual({
      fresh: 4,
      cache_hits: 0,
      cache_writes: 0,
      answer: 2,
      thinking: 0,
    });
    expect(await spent('echo')).toMatchObject({ fresh: 1, cache_hits: 0, cache_writes: 6, answer: 1 });
    expect(await spent('echo')).toMatchObject({ cache_hits: 6, cache_writes: 2 });
  });

  test('counts reasoning apart from the answer', async () => {
    const seen = await mock.turn('Answer briefly and include your reasoning.');
    const { answer, thinking } = seen.of('turn_ended')[0]!.spent;
    expect([answer, thinking]).toEqual([
      Math.ceil(seen.texts[0]!.length / 4),
      Math.ceil(
        'The question is short, so the answer may be short too.Nobody needs to read this.'.length / 4,
      ),
    ]);
  });
});

test('stderr N: writes N lines to stderr', async () => {
  expect((await mock.turn('stderr 3')).texts).toEqual(['done']);
  mock.endInput();
  await mock.exited;
  expect(mock.stderr).toBe('stderr line 1\nstderr line 2\nstderr line 3\n');
});

test('sleep MS: is busy for that long', async () => {
  const seen = await mock.turn('sleep 30');
  expect(seen.texts).toEqual(['done']);
  expect(seen.of('turn_ended')[0]!.ms).toBeGreaterThanOrEqual(29);
});

test.each([
  'burst',
  'burst x',
  'burst 3 16 0',
  'sleep',
  'stderr -1',
  'crash 999',
  'shell',
  'open x',
  'junk',
  'line 3',
  'close',
  'subagent sing',
  'background talk',
  'model',
  'context',
  'context 1',
  'context 1 0',
  'context x 2',
  'context 1 2 3',
])('%s: replies with its usage', async (message) => {
  expect((await mock.turn(message)).texts).toEqual([expect.stringMatching(/^usage: /)]);
});

describe('burst', () => {
  test('numbers and pads each delta, and does not repeat the text at the end', async () => {
    const seen = await mock.turn('burst 5000 32');
    const deltas = seen.of('message_delta');
    expect(deltas).toHaveLength(5000);
    deltas.forEach(({ text }, index) => {
      if (!text.startsWith(`${index + 1}:`) || text.length !== 32)
        throw new Error(`delta ${index + 1} is ${text}`);
    });
    expect(seen.texts).toEqual([undefined]);
  });

  test('uses 16 bytes by default, and at least the length of the number', async () => {
    expect((await mock.turn('burst 1')).of('message_delta')).toMatchObject([{ text: '1:..............' }]);
    expect((await mock.turn('burst 1 1')).of('message_delta')).toMatchObject([{ text: '1:' }]);
    expect((await mock.turn('burst 0')).types).toEqual([
      'turn_started',
      'message_start',
      'message_end',
      'turn_ended',
    ]);
  });

  test('is paced on request', async () => {
    const seen = await mock.turn('burst 11 16 200');
    expect(seen.of('message_delta')).toHaveLength(11);
    expect(seen.of('turn_ended')[0]!.ms).toBeGreaterThanOrEqual(49);
  });
});
