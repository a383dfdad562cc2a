import { writeFile } from 'node:fs/promises';
import { test } from 'vitest';
import { parser, schemas } from '../../../src/agents/mock/native.js';
import { translator } from '../../../src/agents/mock/translate.js';
import { expectNoDrift } from '../../support/drift.js';
import { tempFolder } from '../../support/temp-folder.js';
import { answered, startMock } from './mock-program.js';

test('a changed field changes nothing, or makes its message unparsed', async () => {
  const conversations = await Promise.all([
    tools(),
    refusals(),
    interrupts('permission'),
    interrupts('question'),
  ]);
  expectNoDrift('mock', {
    translator,
    parser,
    names: Object.keys(schemas),
    conversations: conversations.map((lines) => lines.map((text) => ({ from: 'agent', text }))),
    allowed: {
      absent: {
        'ready commands': 'older versions tell none',
        'tool_call refused': 'only set if the call was refused',
        'tool_result exit_code': 'only commands have one',
        'tool_result files': 'only set if there are any',
        'tool_result files[].text': 'a file that was only read has none',
        'turn_ended window': 'not always known',
        'checklist tasks[].important': 'not always known',
        'error http': 'only set if there was a response',
      },
      decisive: {
        'message_start|message_end|tool_call|tool_result agent': 'the main thread has none',
        'message_end text': 'not set if the text was streamed',
        'reasoning_end text': 'not set if the text was streamed',
        'tool_call|tool_result message': 'only set if the call is part of a message',
      },
      nullable: {
        'ready effort': 'null if the model has no levels of effort',
        'turn_started|turn_ended turn': 'null if the message had no id',
        'compaction reduced_to': 'null at the beginning',
        'tool_result files[].text.before': 'null if the file is new',
        'tool_result files[].text.after': 'null if it was removed',
      },
      opaque: {
        'tool_call|permission_request input': "the tool's arguments",
        'custom payload': 'passed on as it is',
      },
    },
  });
});

const messages = [
  'subagent',
  'shell echo one; exit 3',
  'todo',
  'model other',
  'context 1 2',
  'compact',
  'ratelimit',
  'mcp-fail',
  'retry',
  'echo done',
];

/** Everything that the program can do, and its end. */
async function tools(): Promise<string[]> {
  const cwd = await tempFolder();
  await writeFile(`${cwd}/mock.txt`, 'old\n');
  const mock = startMock([], { cwd });
  await mock.hello();
  await answered(mock, 'demo', ['allow', 'deny', [['Blue']], [['Small'], []]]);
  await answered(mock, 'permission', ['allow', 'allow']);
  for (const text of messages) await mock.turn(text);
  const goodbye = mock.next('goodbye');
  mock.send({ type: 'user', text: 'end' });
  await goodbye;
  return mock.lines;
}

/** In plan mode the program uses no tools. */
async function refusals(): Promise<string[]> {
  const mock = startMock(['--mode', 'plan']);
  await mock.turn('shell echo no');
  return mock.lines;
}

async function interrupts(kind: 'permission' | 'question'): Promise<string[]> {
  const mock = startMock();
  const asked = mock.next(`${kind}_request`);
  const turn = mock.turn(kind);
  await asked;
  mock.send({ type: 'interrupt' });
  await turn;
  return mock.lines;
}
