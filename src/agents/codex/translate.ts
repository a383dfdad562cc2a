import type { ContentPart, Draft, DraftItem } from '../../schema/index.js';
import type { Translator } from '../agent.js';
import { unparsed } from '../unparsed.js';
import { dropped } from './dropped.js';
import { errorDraft, outcomeOf } from './errors.js';
import { itemCompleted, itemStarted, thinks } from './item-events.js';
import { completed, placeOf, resultKey, started, toolResult } from './items.js';
import { type Native, type NativeMethod, type NativeOf, parseNative, type ThreadResultOf } from './native.js';
import { requested, resolved } from './requests.js';
import { type CodexState, cut, forgetTurn, initial, isOwn, opened, type Step } from './state.js';
import { threadMetadata } from './thread.js';
import { isNothing, noTokens, spend } from './usage.js';

export type { CodexState } from './state.js';

type Case<M extends NativeMethod> = (native: NativeOf<M>, state: CodexState) => Draft[] | Step;

/** One case per native message. */
const cases: { [M in NativeMethod]: Case<M> } = {
  response: ({ params }, state) => begin(state, params),

  // It comes after the response, which told the same, or as the only one where somebody else began the thread.
  'thread/started': ({ params }, state) => begin(state, params),

  'thread/archived': (native, state) => ended(native, state),
  'thread/deleted': (native, state) => ended(native, state),
  'thread/closed': (native, state) => ended(native, state),

  refusal: ({ params: { code, message } }, state) => ({
    state: { ...state, turn: null },
    drafts: [
      { type: 'error', message, code: 'turn_refused', details: { retryable: false, rpc_code: code } },
      { type: 'turn.ended', outcome: 'error' },
    ],
  }),

  'turn/started': ({ params: { threadId, turn } }, state) => {
    // A sub-agent's turn is no turn of the session.
    if (!isOwn(state, threadId)) return [];
    return {
      state: { ...state, thread: threadId, turn: turn.id },
      drafts: [{ type: 'turn.started', metadata: { native_turn_id: turn.id } }],
    };
  },

  'turn/completed': ({ params: { threadId, turn } }, before) => {
    const { state, drafts } = cut(before, threadId);
    const { error, status, durationMs } = turn;
    if (status === 'failed' && error != null && state.told !== turn.id)
      drafts.push(errorDraft(error, false, whose(state, threadId)));
    const after = forgetTurn(state, threadId, turn.id);
    if (!isOwn(state, threadId)) return { state: after, drafts };
    drafts.push({
      type: 'turn.ended',
      outcome: outcomeOf(status, error),
      metadata: {
        native_turn_id: turn.id,
        ...(isNothing(state.spending.spent) ? {} : { usage: state.spending.spent }),
        ...(durationMs == null ? {} : { duration_ms: durationMs }),
      },
    });
    return {
      state: { ...after, turn: null, spending: { ...after.spending, spent: noTokens } },
      drafts,
    };
  },

  'turn/plan/updated': ({ params: { turnId, threadId, explanation, plan } }, state) =>
    note(state, threadId, turnId, 'status', [
      { type: 'status', label: 'plan', ...(explanation ? { detail: explanation } : {}) },
      { type: 'json', json: { explanation: explanation ?? null, plan } },
    ]),

  'thread/tokenUsage/updated': ({ params: { threadId, turnId, tokenUsage } }, state) => {
    const isNew = !isOwn(state, threadId) || turnId === state.turn;
    return {
      state: { ...state, spending: spend(state.spending, threadId, tokenUsage, isNew) },
      drafts: [],
    };
  },

  'item/started': ({ params }, state) => itemStarted(params, state),
  'item/completed': ({ params }, state) => itemCompleted(params, state),

  'item/agentMessage/delta': ({ params }) => streamed(params),
  'item/plan/delta': ({ params }) => streamed(params),

  'item/reasoning/summaryTextDelta': ({ params }, state) =>
    thinks(state, params, 'summary', params.summaryIndex),
  'item/reasoning/textDelta': ({ params }, state) => thinks(state, params, 'raw', params.contentIndex),

  'item/commandExecution/outputDelta': ({ params }, state) => {
    const key = `${params.turnId}/${params.itemId}/result`;
    const delta: Draft = { type: 'item.delta', key, delta: params.delta };
    if (Object.hasOwn(state.open, key)) return [delta];
    const place = placeOf(state, params, params.itemId);
    return {
      state: opened(state, resultKey(place), { thread: params.threadId, kind: 'result', index: 0 }),
      drafts: [started(toolResult(place, '')), delta],
    };
  },

  'item/commandExecution/terminalInteraction': ({ params: { threadId, turnId, stdin } }, state) =>
    // Without input the agent only looked whether there is more output.
    stdin === ''
      ? []
      : note(state, threadId, turnId, 'status', [{ type: 'status', label: 'terminal_input', detail: stdin }]),

  'item/mcpToolCall/progress': ({ params: { threadId, turnId, message } }, state) =>
    note(state, threadId, turnId, 'status', [{ type: 'status', label: 'mcp_progress', detail: message }]),

  'item/commandExecution/requestApproval': requested,
  'item/fileChange/requestApproval': requested,
  'item/permissions/requestApproval': requested,
  'item/tool/requestUserInput': requested,
  'mcpServer/elicitation/request': requested,
  'serverRequest/resolved': ({ params }, state) => resolved(String(params.requestId), state),

  error: ({ params: { threadId, turnId, error, willRetry } }, before) => {
    if (!willRetry) {
      return {
        state: { ...before, told: turnId ?? null },
        drafts: [errorDraft(error, false, whose(before, threadId))],
      };
    }
    // The retry says its message anew, under another id.
    const { state, drafts } = cut(before, threadId);
    return { state, drafts: [...drafts, errorDraft(error, true, whose(state, threadId))] };
  },

  'mcpServer/startupStatus/updated': ({ params: { name, status, error }, at }, state) =>
    status === 'failed' ? notice(state, at, error ?? `The MCP server ${name} could not be started`) : [],

  'hook/completed': ({ params: { threadId, run }, at }, state) => {
    const detail = [run.eventName, run.status, run.statusMessage].filter(Boolean).join(' ');
    return note(state, threadId, `at:${at}`, 'status', [{ type: 'status', label: 'hook', detail }]);
  },

  'model/rerouted': ({ params: { fromModel, toModel }, at }, state) =>
    notice(state, at, `The model was changed from ${fromModel} to ${toModel}`),
  'modelProvider/authRecoveryStarted': ({ params, at }, state) => notice(state, at, params.message),
  'modelProvider/authRecoveryCompleted': ({ params, at }, state) => notice(state, at, params.message),
  warning: ({ params, at }, state) => notice(state, at, params.message),
  guardianWarning: ({ params, at }, state) => notice(state, at, params.message),
  configWarning: ({ params, at }, state) => notice(state, at, summary(params)),
  deprecationNotice: ({ params, at }, state) => notice(state, at, summary(params)),
};

function begin(state: CodexState, told: Partial<ThreadResultOf> & Pick<ThreadResultOf, 'thread'>): Step {
  const { thread } = told;
  return {
    state: { ...state, thread: thread.id, cwd: thread.cwd ?? state.cwd },
    drafts: [{ type: 'session.started', native_session_id: thread.id, metadata: threadMetadata(told) }],
  };
}

/** Somebody put the thread away. Where it was a sub-agent's, that is no news. */
function ended({ params }: { params: { threadId: string } }, state: CodexState): Draft[] {
  return isOwn(state, params.threadId) ? [{ type: 'session.ended', reason: 'completed' }] : [];
}

function streamed({ turnId, itemId, delta }: { turnId: string; itemId: string; delta: string }): Draft[] {
  return [{ type: 'item.delta', key: `${turnId}/${itemId}`, delta }];
}

/** An error of a sub-agent says so: the session's own turn goes on. */
function whose(state: CodexState, threadId: string): Record<string, unknown> {
  return isOwn(state, threadId) ? {} : { sub_agent: threadId };
}

/** An item that Codex has no id for. */
function note(
  state: CodexState,
  threadId: string | null,
  scope: string,
  kind: 'status' | 'system',
  content: ContentPart[],
): Step {
  const parent = threadId === null ? {} : placeOf(state, { threadId, turnId: scope }, '').parent;
  const item: DraftItem = {
    key: `${scope}/note:${state.notes}`,
    ...parent,
    kind,
    role: kind === 'system' ? 'system' : 'assistant',
    content,
  };
  return { state: { ...state, notes: state.notes + 1 }, drafts: [completed(item)] };
}

function notice(state: CodexState, at: number, text: string): Step {
  return note(state, null, `at:${at}`, 'system', [{ type: 'text', text }]);
}

function summary({
  summary: text,
  details,
}: {
  summary: string;
  details?: string | null | undefined;
}): string {
  return details ? `${text}\n${details}` : text;
}

export const translator: Translator<CodexState> = {
  initial: () => initial,
  translate(state, text) {
    const parsed = parseNative(text);
    if (!parsed.ok) {
      const known = parsed.method !== null && dropped.has(parsed.method);
      return { state, drafts: known ? [] : [unparsed('codex', text, parsed.error)] };
    }
    // The table holds for each method the case of that very method, which the compiler cannot follow here.
    const handle = cases[parsed.message.method] as (native: Native, state: CodexState) => Draft[] | Step;
    const result = handle(parsed.message, state);
    return Array.isArray(result) ? { state, drafts: result } : { state, ...result };
  },
};
