import { message } from '../kit/drafts.js';
import { nothing, type Outcome, type Step } from '../kit/fold.js';
import { type Cases, defineTranslator } from '../kit/translator.js';
import { outputDelta } from './commands.js';
import { dropped } from './dropped.js';
import { itemCompleted, itemStarted, textDelta } from './item-events.js';
import { type CodexSchemas, type ParamsOf, parser, type ThreadResultOf } from './native.js';
import { statusNote, systemNote } from './notes.js';
import type { CodexNotice } from './notices.js';
import { thoughtDelta } from './reasoning.js';
import { requestCases, requestResolved } from './requests.js';
import { type CodexState, initial, isOwn } from './state.js';
import { isResting, runEnded } from './sub-agents.js';
import { threadMetadata } from './thread.js';
import { turnCompleted, turnFailed, turnRefused, turnStarted } from './turns.js';
import { spend } from './usage.js';

const cases: Cases<CodexState, CodexSchemas> = {
  response: ({ result }, state) => threadOpened(result, state),

  // Repeats the response; it comes alone where another client began the thread.
  'thread/started': ({ params }, state) =>
    isOwn(state, params.thread.id) ? threadOpened(params, state) : nothing,

  'thread/archived': ({ params }, state) => threadClosed(params, state),
  'thread/deleted': ({ params }, state) => threadClosed(params, state),
  'thread/closed': ({ params }, state) => threadClosed(params, state),

  'turn/started': ({ params }, state) => turnStarted(params, state),
  'turn/completed': ({ params }, state) => turnCompleted(params, state),
  error: ({ params }, state) => turnFailed(params, state),

  'turn/plan/updated': ({ params: { turnId, threadId, explanation, plan } }, state) =>
    statusNote(
      state,
      { threadId, scope: turnId },
      {
        label: 'plan',
        detail: explanation,
        parts: [{ type: 'json', json: { explanation: explanation ?? null, plan } }],
      },
    ),

  'thread/tokenUsage/updated': ({ params: { threadId, turnId, tokenUsage } }, state) => {
    const isNew = !isOwn(state, threadId) || turnId === state.turn;
    return { state: { ...state, spending: spend(state.spending, threadId, tokenUsage, isNew) }, drafts: [] };
  },

  'item/started': ({ params }, state) => itemStarted(params, state),
  'item/completed': ({ params }, state) => itemCompleted(params, state),

  'item/agentMessage/delta': ({ params }, state) => textDelta(params, state),
  'item/plan/delta': ({ params }, state) =>
    textDelta(params, state, (place) => message(place, [{ type: 'status', label: 'plan' }])),

  'item/reasoning/summaryTextDelta': ({ params }, state) =>
    thoughtDelta(state, params, 'summary', params.summaryIndex),
  'item/reasoning/textDelta': ({ params }, state) => thoughtDelta(state, params, 'raw', params.contentIndex),

  'item/commandExecution/outputDelta': ({ params }, state) => outputDelta(state, params),

  'item/commandExecution/terminalInteraction': ({ params: { threadId, turnId, stdin } }, state) =>
    // Without input the agent only looked for more output.
    stdin === ''
      ? nothing
      : statusNote(state, { threadId, scope: turnId }, { label: 'terminal_input', detail: stdin }),

  'item/mcpToolCall/progress': ({ params: { threadId, turnId, message } }, state) =>
    statusNote(state, { threadId, scope: turnId }, { label: 'mcp_progress', detail: message }),

  ...requestCases,
  'serverRequest/resolved': ({ params }, state) => requestResolved(String(params.requestId), state),

  'mcpServer/startupStatus/updated': ({ params: { threadId, name, status, error }, emittedAtMs }, state) =>
    status === 'failed'
      ? systemNote(state, emittedAtMs, error ?? `The MCP server ${name} could not be started`, threadId)
      : nothing,

  'hook/completed': ({ params: { threadId, run }, emittedAtMs }, state) => {
    const detail = [run.eventName, run.status, run.statusMessage].filter(Boolean).join(' ');
    return statusNote(state, { threadId, scope: `at:${emittedAtMs}` }, { label: 'hook', detail });
  },

  'model/rerouted': ({ params: { threadId, fromModel, toModel }, emittedAtMs }, state) =>
    systemNote(state, emittedAtMs, `The model was changed from ${fromModel} to ${toModel}`, threadId),

  'modelProvider/authRecoveryStarted': ({ params, emittedAtMs }, state) =>
    systemNote(state, emittedAtMs, params.message, params.threadId),
  'modelProvider/authRecoveryCompleted': ({ params, emittedAtMs }, state) =>
    systemNote(state, emittedAtMs, params.message, params.threadId),
  warning: ({ params, emittedAtMs }, state) =>
    systemNote(state, emittedAtMs, params.message, params.threadId),
  guardianWarning: ({ params, emittedAtMs }, state) =>
    systemNote(state, emittedAtMs, params.message, params.threadId),
  configWarning: ({ params, emittedAtMs }, state) => systemNote(state, emittedAtMs, summary(params)),
  deprecationNotice: ({ params, emittedAtMs }, state) => systemNote(state, emittedAtMs, summary(params)),
};

function threadOpened(
  opened: Partial<ThreadResultOf> & Pick<ThreadResultOf, 'thread'>,
  state: CodexState,
): Step<CodexState> {
  const { id, cwd } = opened.thread;
  return {
    state: { ...state, thread: id, cwd: cwd ?? state.cwd },
    drafts: [{ type: 'session.started', native_session_id: id, metadata: threadMetadata(opened) }],
  };
}

/** The thread was closed from elsewhere. A sub-agent's thread does not end the session. */
function threadClosed({ threadId }: ParamsOf<'thread/closed'>, state: CodexState): Outcome<CodexState> {
  if (isOwn(state, threadId)) return [{ type: 'session.ended', reason: 'completed' }];
  return isResting(state, threadId) ? nothing : runEnded(state, threadId, false);
}

function summary({ summary: text, details }: ParamsOf<'configWarning'>): string {
  return details ? `${text}\n${details}` : text;
}

export const translator = defineTranslator<CodexState, CodexSchemas, CodexNotice>({
  agent: 'codex',
  initial,
  parser,
  cases,
  dropped: (name) => dropped.has(name),
  notices: { turnRefused },
});
