import { follow, nothing, type Outcome, type Step } from '../kit/fold.js';
import { type Cases, defineTranslator } from '../kit/translator.js';
import { mcpStatusUpdated, modelChanged, modelRerouted, rateLimitsUpdated, titled } from './announcements.js';
import { outputDelta } from './commands.js';
import { dropped } from './dropped.js';
import { itemCompleted, itemStarted, textDelta } from './item-events.js';
import { type CodexSchemas, type ParamsOf, parser } from './native.js';
import { progressNote, systemNote } from './notes.js';
import type { CodexNotice } from './notices.js';
import { planUpdated } from './plans.js';
import { thoughtDelta } from './reasoning.js';
import { requestCases, requestResolved } from './requests.js';
import { type CodexState, initial, isOwn } from './state.js';
import { isResting, runEnded } from './sub-agents.js';
import { type OpenedThread, threadMetadata } from './thread.js';
import { turnCompleted, turnFailed, turnRefused, turnStarted } from './turns.js';
import { contextIn, reopened, spend } from './usage.js';

const cases: Cases<CodexState, CodexSchemas> = {
  response: ({ result }, state) => threadOpened(result, state),

  // Repeats the response; it comes alone where another client began the thread.
  'thread/started': ({ params }, state) =>
    isOwn(state, params.thread.id) ? threadOpened(params, state) : nothing,

  'thread/archived': ({ params }, state) => threadClosed(params, state),
  'thread/deleted': ({ params }, state) => threadClosed(params, state),
  'thread/closed': ({ params }, state) => threadClosed(params, state),

  // The state of a thread follows from its turns and requests.
  'thread/status/changed': () => nothing,

  'thread/name/updated': ({ params: { threadId, threadName }, emittedAtMs }, state) =>
    isOwn(state, threadId) ? titled(state, threadName, `at:${emittedAtMs}`) : nothing,
  'thread/settings/updated': ({ params: { threadId, threadSettings }, emittedAtMs }, state) =>
    isOwn(state, threadId) ? modelChanged(state, threadSettings.model, `at:${emittedAtMs}`) : nothing,

  'turn/started': ({ params }, state) => turnStarted(params, state),
  'turn/completed': ({ params }, state) => turnCompleted(params, state),
  error: ({ params }, state) => turnFailed(params, state),

  'turn/plan/updated': ({ params }, state) => planUpdated(params, state),

  'thread/tokenUsage/updated': ({ params: { threadId, turnId, tokenUsage } }, state) => {
    const isMain = isOwn(state, threadId);
    const spending = spend(state.spending, threadId, tokenUsage, !isMain || turnId === state.turn);
    const context = isMain ? contextIn(tokenUsage) : state.context;
    return { state: { ...state, spending, context }, drafts: [] };
  },

  'item/started': ({ params }, state) => itemStarted(params, state),
  'item/completed': ({ params }, state) => itemCompleted(params, state),

  'item/agentMessage/delta': ({ params }, state) => textDelta(params, state),
  'item/plan/delta': ({ params }, state) => textDelta(params, state),

  'item/reasoning/summaryTextDelta': ({ params }, state) =>
    thoughtDelta(state, params, 'summary', params.summaryIndex),
  'item/reasoning/textDelta': ({ params }, state) => thoughtDelta(state, params, 'raw', params.contentIndex),

  'item/commandExecution/outputDelta': ({ params }, state) => outputDelta(state, params),

  'item/commandExecution/terminalInteraction': ({ params: { threadId, turnId, stdin } }, state) =>
    // Without input the agent only looked for more output.
    stdin === '' ? nothing : progressNote(state, { threadId, scope: turnId }, 'Terminal input', stdin),

  'item/mcpToolCall/progress': ({ params: { threadId, turnId, message } }, state) =>
    progressNote(state, { threadId, scope: turnId }, 'MCP progress', message),

  ...requestCases,
  'serverRequest/resolved': ({ params }, state) => requestResolved(String(params.requestId), state),

  'mcpServer/startupStatus/updated': ({ params, emittedAtMs }, state) =>
    mcpStatusUpdated(params, state, `at:${emittedAtMs}`),
  'account/rateLimits/updated': ({ params, emittedAtMs }, state) =>
    rateLimitsUpdated(params, state, `at:${emittedAtMs}`),

  'hook/completed': ({ params: { threadId, run }, emittedAtMs }, state) => {
    const detail = [run.eventName, run.status, run.statusMessage].filter(Boolean).join(' ');
    return progressNote(state, { threadId, scope: `at:${emittedAtMs}` }, 'Hook', detail);
  },

  'model/rerouted': ({ params }, state) => modelRerouted(params, state),

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

/** A thread that is loaded again may have another title or model, if another client used it meanwhile. */
function threadOpened(opened: OpenedThread, state: CodexState): Step<CodexState> {
  const { id, name } = opened.thread;
  const model = opened.model ?? opened.thread.model ?? null;
  const isNew = state.thread !== id;
  return follow<CodexState>(
    { ...state, thread: id, spending: reopened(state.spending, id), ...(isNew ? { model } : {}) },
    (now) => [
      { type: 'session.started', native_session_id: id, metadata: threadMetadata(opened, now.version) },
    ],
    // After a restart the same title has the same key, and is not announced again.
    (now) => titled(now, name, `opened:${name}`),
    (now) => (model === null ? nothing : modelChanged(now, model, `opened:${model}`)),
  );
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
  notices: {
    server: ({ version }, state) => ({ state: { ...state, version }, drafts: [] }),
    modelChosen: ({ model }, state) => ({ state: { ...state, chosenModel: model }, drafts: [] }),
    compactionAsked: (_, state) => ({ state: { ...state, isCompactionAsked: true }, drafts: [] }),
    turnRefused,
  },
});
