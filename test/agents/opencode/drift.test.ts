import { test } from 'vitest';
import { parser, schemas } from '../../../src/agents/opencode/native.js';
import { translator } from '../../../src/agents/opencode/translate.js';
import { conversationsIn, expectNoDrift } from '../../support/drift.js';
import { readRecording, recordings } from './recording.js';
import { replay } from './replay.js';

const MEASURE = 'shown as far as it is known: without it, the turn ends all the same';

const place = { sessionID: 'ses_1', messageID: 'msg_1' };
const part = { ...place, id: 'prt_1', type: 'text', text: '', time: { start: 1 } };

/** Events that no recording has. */
const unrecorded = [
  { id: 'evt_1', type: 'message.part.updated', properties: { part } },
  {
    id: 'evt_2',
    type: 'message.part.delta',
    properties: { ...place, partID: 'prt_1', field: 'text', delta: 'Hello' },
  },
  { id: 'evt_3', type: 'message.part.removed', properties: { ...place, partID: 'prt_1' } },
  { id: 'evt_4', type: 'question.rejected', properties: { sessionID: 'ses_1', requestID: 'que_1' } },
];

test('a changed field changes nothing, or makes its message unparsed', () => {
  expectNoDrift('opencode', {
    translator,
    parser,
    names: Object.keys(schemas),
    conversations: [
      ...recordings.flatMap((name) => conversationsIn(translator, () => replay(readRecording(name)))),
      unrecorded.map((event) => ({ from: 'agent', text: JSON.stringify(event) })),
    ],
    allowed: {
      absent: {
        'message.part.updated properties.part<tool>.state<running>.metadata': 'only set if there is output',
        'message.part.updated properties.part<tool>.state<*>.metadata.exit': 'only commands have one',
        'message.part.updated properties.part<tool>.state<*>.metadata.output': 'only commands have it',
        'message.part.updated properties.part<tool>.state<*>.metadata.exists':
          'only the tool that writes has it',
        'message.updated properties.info<assistant>.cost|properties.info<assistant>.tokens': MEASURE,
        'message.updated properties.info<assistant>.modelID|properties.info<assistant>.providerID': MEASURE,
        'message.updated properties.info<user>.summary.diffs[]<*>.status':
          'shown as far as it is known: without it, the file was there before',
        'message.updated properties.info<assistant>.finish': 'only set at the end of a message',
        'message.updated properties.info<assistant>.summary': 'only set in the summary of a compaction',
        'permission.asked properties.tool': 'only set if a tool asks',
        'question.asked properties.questions[].multiple': 'only set if it is true',
        'session.error properties.error.data.message': 'not every error has one',
        'session.error properties.error.data.statusCode': 'not every error has one',
        'session.error properties.sessionID': 'not every error is about a session',
      },
      decisive: {
        'message.part.updated properties.part<tool>.state<*>.metadata.background': 'only set if it is true',
        'message.part.updated properties.part<text>.time': "the user's text has none",
        'message.part.updated properties.part<text>.time.end|properties.part<reasoning>.time.end':
          'only set at the end of the text',
        'message.part.updated properties.part<text>.synthetic': 'only set if it is true',
        'message.updated properties.info<assistant>.time.completed': 'only set at the end of a message',
      },
      opaque: {
        'message.part.updated properties.part<tool>.state<*>.input': "the model's arguments",
        'message.part.updated properties.part<tool>.state<*>.metadata.exists': "the tool's own report",
        'permission.asked properties.metadata': "the tool's own description",
      },
    },
  });
});
