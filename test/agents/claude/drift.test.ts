import { test } from 'vitest';
import { parser, schemas } from '../../../src/agents/claude/native.js';
import { translator } from '../../../src/agents/claude/translate.js';
import { expectNoDrift } from '../../support/drift.js';
import { system } from './native-lines.js';
import { recordings } from './recordings.js';

/** Messages that no recording has, after the types of the SDK. */
const unrecorded = [
  system('informational', { content: 'Settings were reloaded', level: 'info' }),
  system('notification', { text: 'Update available', key: 'update', priority: 'low' }),
  system('local_command_output', { content: 'Total cost: $0.01' }),
  system('model_refusal_fallback', {
    content: 'Another model has answered',
    trigger: 'refusal',
    scope: 'session',
    fallback_model: 'claude-haiku-5-5',
  }),
  system('session_writes_lost', { error_code: 'ENOSPC', lost: ['transcript', 'todos'] }),
  system('plugin_install', { status: 'failed', name: 'linter', error: 'not found' }),
  system('plugin_install', { status: 'installed', name: 'linter' }),
  system('hook_response', { hook_id: 'h1', hook_name: 'PostToolUse', outcome: 'error', output: 'exit 2' }),
  { type: 'tool_use_summary', summary: 'Read two files', uuid: 'u1', session_id: 's1' },
  { type: 'auth_status', output: ['Open the page', 'Done'], uuid: 'u2', session_id: 's1' },
  { type: 'auth_status', output: [], error: 'Not authorised', uuid: 'u3', session_id: 's1' },
  {
    type: 'control_request',
    request_id: 'r1',
    request: {
      subtype: 'elicitation',
      mcp_server_name: 'forms',
      message: 'Which colour?',
      title: 'Colours',
      requested_schema: {
        type: 'object',
        properties: {
          colour: { type: 'string', title: 'Colour', description: 'Of the door', enum: ['red', 'blue'] },
          shades: { type: 'array', items: { anyOf: [{ const: 'd', title: 'dark' }] } },
        },
      },
    },
  },
  { type: 'control_cancel_request', request_id: 'r1' },
];

const DESCRIPTION = 'shown as far as it is known: without it, the message means the same';
const REPORT = 'depends on the request; the connection checks what it has requested';
const MEASURE = 'shown as far as it is known: without it, the turn ends all the same';

test('a changed field changes nothing, or makes its message unparsed', () => {
  expectNoDrift('claude', {
    translator,
    parser,
    names: Object.keys(schemas),
    conversations: [
      ...recordings.map(({ lines }) => lines.flatMap(({ dir, text }) => (dir === 'out' ? [text] : []))),
      unrecorded.map((line) => JSON.stringify(line)),
    ].map((lines) => lines.map((text) => ({ from: 'agent', text }))),
    allowed: {
      absent: {
        'system/init cwd|model|permissionMode|claude_code_version|apiKeySource|output_style': DESCRIPTION,
        'system/init tools|mcp_servers|slash_commands|agents': DESCRIPTION,
        'control_request/can_use_tool request.display_name': DESCRIPTION,
        'assistant error': 'only set in a message about an error',
        'assistant api_error': 'only set for some errors',
        'assistant api_error_status': 'only set for an error of the API',
        'assistant api_error_type': 'only set for an error of the API',
        'user isReplay': 'only set if it is true',
        'user isSynthetic': 'only set if it is true',
        'user message<user>.content[]<tool_result>.is_error': 'only some tools set it if it is false',
        'result terminal_reason': 'slash commands have none',
        'assistant message<message>.usage|message<message>.usage.*': MEASURE,
        'stream_event/message_delta event<message_delta>.usage|event<message_delta>.usage.*': MEASURE,
        'result total_cost_usd|duration_ms|num_turns|usage|usage.*': MEASURE,
        'result modelUsage|modelUsage.*|modelUsage.*.contextWindow': MEASURE,
        'result model_usage_since_last_result.*.thinkingTokens': MEASURE,
        'result origin': 'only set if the CLI started the turn by itself',
        'result model_usage_since_last_result.*': 'one entry for each model that was used',
        'stream_event/message_stop abandoned_blocks': 'only set if the stream was cut off',
        'system/status permissionMode': 'only set if it has changed',
        'system/status compact_result': 'only set at the end of a compaction',
        'system/status compact_error': 'only set if the compaction failed',
        'system/compact_boundary compact_metadata.post_tokens': 'not known for every compaction',
        'rate_limit_event rate_limit_info<*>.rateLimitType': 'not known for every limit',
        'rate_limit_event rate_limit_info<*>.resetsAt': 'not known for every limit',
        'rate_limit_event rate_limit_info<*>.utilization': 'not known for every limit',
        'conversation_reset trigger': 'not known for every reset',
        'auth_status error': 'only set if it failed',
        'system/plugin_install error': 'only set if it failed',
        'system/plugin_install name': 'not known for every plugin',
        'control_request/elicitation request.title': 'not every request has one',
        'control_request/elicitation request.requested_schema': 'a request to open a page has none',
        'control_request/can_use_tool request.blocked_path': 'only set if a path is the reason',
        'control_request/can_use_tool request.decision_reason': 'only set if a rule is the reason',
        'control_request/can_use_tool request.description': 'not every tool describes its call',
        'control_request/can_use_tool request.mcp_server': "only set for an MCP server's tool",
        'control_request/can_use_tool request.permission_suggestions': 'only set if there are any',
      },
      decisive: {
        'assistant agent_id': 'older versions name only the call of a sub-agent',
        'control_request/can_use_tool request.agent_id': 'only set for a request of a sub-agent',
        'control_response response.response': REPORT,
        'system/task_started is_backgrounded|task_type': 'older versions lack them',
        'system/task_updated patch.is_backgrounded': 'only set if it has changed',
        'user tool_use_result':
          "the results of sub-agents' tools have none; then the text for the model is shown",
      },
      nullable: {
        'result stop_reason': 'null if the model did not stop by itself',
        'system/api_retry error_status': 'null if there was no response',
        'system/status status': 'null at the end of an activity',
      },
      opaque: {
        'assistant message<message>.content[]<tool_use>.input': "the model's arguments for the tool",
        'control_request/can_use_tool request.input': "the model's arguments for the tool",
        'control_request/can_use_tool request.permission_suggestions[]': 'given back to the CLI as it is',
        'control_request/can_use_tool request.mcp_server': 'described to the human as it is',
        'control_response response.response': REPORT,
        'control_request/elicitation request.requested_schema<object>.properties': "the MCP server's form",
        'user tool_use_result': "the tool's own report: without a known one, the text for the model is shown",
      },
    },
  });
});
