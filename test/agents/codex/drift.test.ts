import { test } from 'vitest';
import { parser, schemas } from '../../../src/agents/codex/native.js';
import { translator } from '../../../src/agents/codex/translate.js';
import { conversationsIn, expectNoDrift } from '../../support/drift.js';
import { readRecording, recordings } from './recording.js';
import { replay } from './replay.js';

const DESCRIPTION = 'shown as far as it is known: without it, the message means the same';
const MEASURE = 'shown as far as it is known: without it, the turn ends all the same';
const OLDER = 'older versions lack it; it only makes keys unique';

const about = { threadId: 't1', turnId: 'turn1' };

/** Messages that no recording has, after the types that Codex generates. */
const unrecorded = [
  { method: 'item/reasoning/textDelta', params: { ...about, itemId: 'r', delta: 'Hm', contentIndex: 0 } },
  { method: 'item/plan/delta', params: { ...about, itemId: 'p', delta: 'First' } },
  { method: 'item/mcpToolCall/progress', params: { ...about, itemId: 'm', message: 'half done' } },
  {
    method: 'hook/completed',
    params: { ...about, run: { eventName: 'stop', status: 'failed', statusMessage: 'exit 2' } },
  },
  {
    method: 'account/rateLimits/updated',
    params: {
      rateLimits: {
        primary: { usedPercent: 95, windowDurationMins: 300, resetsAt: 1900000000 },
        secondary: { usedPercent: 100, windowDurationMins: 10080, resetsAt: 1900100000 },
      },
    },
  },
  { method: 'thread/settings/updated', params: { threadId: 't1', threadSettings: { model: 'c' } } },
  { method: 'model/rerouted', params: { ...about, fromModel: 'a', toModel: 'b', reason: 'busy' } },
  { method: 'modelProvider/authRecoveryStarted', params: { threadId: 't1', message: 'Signing in' } },
  { method: 'modelProvider/authRecoveryCompleted', params: { threadId: 't1', message: 'Signed in' } },
  { method: 'guardianWarning', params: { threadId: 't1', message: 'Careful' } },
  { method: 'configWarning', params: { summary: 'Unknown key', details: 'colour' } },
  { method: 'deprecationNotice', params: { summary: 'Old setting', details: null } },
  { method: 'thread/deleted', params: { threadId: 't1' } },
  { method: 'thread/closed', params: { threadId: 't1' } },
].map((message, at) => ({ ...message, emittedAtMs: at + 1 }));

test('a changed field changes nothing, or makes its message unparsed', () => {
  expectNoDrift('codex', {
    translator,
    parser,
    names: Object.keys(schemas),
    conversations: [
      ...recordings.flatMap((name) => conversationsIn(translator, () => replay(readRecording(name)))),
      unrecorded.map((message) => ({ from: 'agent', text: JSON.stringify(message) })),
    ],
    allowed: {
      absent: {
        'response result.approvalPolicy|result.sandbox': DESCRIPTION,
        'response result.thread.cliVersion|result.thread.model|result.thread.modelProvider': DESCRIPTION,
        'response result.thread.reasoningEffort|result.thread.forkedFromId|result.thread.name': DESCRIPTION,
        'thread/started params.thread.cliVersion|params.thread.model|params.thread.modelProvider':
          DESCRIPTION,
        'thread/started params.thread.reasoningEffort|params.thread.forkedFromId': DESCRIPTION,
        'turn/completed params.turn<*>.durationMs': MEASURE,
        'thread/tokenUsage/updated params.tokenUsage.*.cacheWriteInputTokens': MEASURE,
        'item/completed params.item<commandExecution>.durationMs': DESCRIPTION,
        'item/started|item/completed params.item<agentMessage>.delivery|params.item<agentMessage>.questions':
          'an ordinary message has none',
        'item/started|item/completed params.item<userMessage>.clientId': "other clients' messages have none",
        'item/started|item/completed params.item<subAgentActivity>.model|params.item<subAgentActivity>.reasoningEffort':
          DESCRIPTION,
        'error params.error.codexErrorInfo.*': 'the code of the error, whichever it is',
        'error params.error.codexErrorInfo.*.httpStatusCode': 'not every error has one',
        'item/commandExecution/requestApproval params.reason|params.cwd|params.command':
          'only set if there is one',
        'item/commandExecution/requestApproval params.availableDecisions':
          'only set if the choice is limited',
        'item/permissions/requestApproval params.reason|params.cwd': 'only set if there is one',
        'mcpServer/elicitation/request params.requestedSchema': 'a request to open a page has none',
        'mcpServer/elicitation/request params._meta.tool_description': DESCRIPTION,
        'hook/completed params.run<*>.statusMessage': 'only set if there is one',
        'hook/completed|model/rerouted|warning|guardianWarning emittedAtMs': OLDER,
        'modelProvider/authRecoveryStarted|modelProvider/authRecoveryCompleted emittedAtMs': OLDER,
        'configWarning|deprecationNotice|mcpServer/startupStatus/updated emittedAtMs': OLDER,
        'thread/name/updated|thread/settings/updated|account/rateLimits/updated emittedAtMs': OLDER,
      },
      decisive: {
        'configWarning params.details': 'only set if there are any',
        'thread/name/updated params.threadName': 'a name that was removed',
        'mcpServer/elicitation/request params._meta.persist': 'only set if an approval may last',
        'item/completed params.item<collabAgentToolCall>.agentsStates.*': 'one entry for each agent',
      },
      nullable: {
        'error params.error.additionalDetails|params.error.codexErrorInfo': 'null if there are none',
        'item/started|item/completed params.item<agentMessage>.questions[].options': 'null if it has none',
        'item/started|item/completed params.item<collabAgentToolCall>.*': 'null if the call does not name it',
        'item/completed params.item<collabAgentToolCall>.agentsStates.*.message': 'null if there is none',
        'item/completed params.item<commandExecution>.aggregatedOutput': 'null if it did not run',
        'item/completed params.item<commandExecution>.exitCode': 'null if it did not run, or was ended',
        'item/completed params.item<dynamicToolCall>.contentItems|params.item<dynamicToolCall>.success':
          'null while it runs',
        'item/started|item/completed params.item<fileChange>.changes[].kind<update>.move_path':
          'null if the file was not moved',
        'item/tool/requestUserInput params.questions[].options': 'null if any answer will do',
        'mcpServer/elicitation/request params._meta|params.turnId': 'null if there is none',
        'mcpServer/startupStatus/updated params<failed>.error': 'null if the reason is not known',
        'turn/plan/updated params.explanation': 'null if there is none',
        'thread/tokenUsage/updated params.tokenUsage.modelContextWindow': 'null if it is not known',
        'account/rateLimits/updated params.rateLimits.primary|params.rateLimits.secondary':
          'null if it has not changed',
        'account/rateLimits/updated params.rateLimits.*.windowDurationMins|params.rateLimits.*.resetsAt':
          'null if it is not known',
      },
      opaque: {
        'response result.approvalPolicy': 'described to the human as it is',
        'item/started|item/completed params.item<mcpToolCall>.arguments': "the model's arguments",
        'item/started|item/completed params.item<dynamicToolCall>.arguments': "the model's arguments",
        'item/started|item/completed params.item<webSearch>.action': 'passed on as it is',
        'item/started|item/completed params.item<commandExecution>.commandActions[]': 'passed on as it is',
        'item/completed params.item<mcpToolCall>.result.structuredContent': "the tool's own output",
        'item/commandExecution/requestApproval params.availableDecisions[]': 'the names of choices',
        'item/permissions/requestApproval params.permissions': 'passed on as it is',
        'mcpServer/elicitation/request params._meta.tool_params': "the model's arguments",
        'mcpServer/elicitation/request params.requestedSchema<object>.properties': "the MCP server's form",
      },
    },
  });
});
