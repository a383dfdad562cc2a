import { test } from 'vitest';
import { parser, schemas } from '../../../src/agents/amp/native.js';
import { translator } from '../../../src/agents/amp/translate.js';
import { conversationsIn, expectNoDrift } from '../../support/drift.js';
import { handMade, replay } from './hand-made.js';

const DESCRIPTION = 'shown as far as it is known: without it, the message means the same';
const MEASURE = 'shown as far as it is known: without it, the turn ends all the same';

test('a changed field changes nothing, or makes its message unparsed', () => {
  expectNoDrift('amp', {
    translator,
    parser,
    names: Object.keys(schemas),
    conversations: handMade.flatMap((each) => conversationsIn(translator, () => replay(each))),
    allowed: {
      absent: {
        'system/init cwd|tools|mcp_servers|agent_mode': DESCRIPTION,
        'assistant message<message>.usage|message<message>.usage.*': MEASURE,
        'assistant message<message>.id': 'promised by the types, and not sent',
        'user message<user>.content[]<tool_result>.is_error': 'optional in the Messages API',
        'result error': 'only set if it failed',
        'message id': 'missing in some examples',
        'tool_result id|tool_call': 'missing in some examples',
      },
      decisive: {
        'assistant message<message>.stop_reason': 'missing in some examples; null in an incomplete message',
        'message role': 'only set for messages of the user',
      },
      nullable: {
        'assistant|user parent_tool_use_id': 'null in the main conversation',
      },
      opaque: {
        'assistant message<message>.content[]<tool_use>.input': "the model's arguments for the tool",
        'tool_call tool_call.arguments': "the model's arguments for the tool",
        'tool_result content': "the tool's own output",
        'system/init mcp_servers[]': 'described to the human as it is',
        'assistant message<message>.content[]<mystery>': 'a block of unknown type, passed on as it is',
      },
    },
  });
});
