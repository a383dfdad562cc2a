import type { Draft, PlanEntry } from '../../schema/index.js';
import type { Translator } from '../agent.js';
import { completed, status } from '../kit/drafts.js';
import { categoryOfMessage } from '../kit/error-category.js';
import { nothing } from '../kit/fold.js';
import { field } from '../kit/native.js';
import { notice, plan, titleNotice } from '../kit/notices.js';
import { at, defined } from '../kit/record.js';
import { type Cases, defineTranslator, type NoticeCases } from '../kit/translator.js';
import { type NativeOf, parser, type SessionResult, type schemas } from './native.js';
import type { Notice } from './notices.js';
import { configured, modeReported, optionsReported, reportedBy } from './reported-settings.js';
import { permissionAsked, questionAsked, requestCancelled, toolNamed } from './requests.js';
import { type AcpState, initial, newName, type Outcome } from './state.js';
import { textStreamed } from './texts.js';
import { toolUpdated } from './tools.js';
import { prompted, promptRefused, turnEnded, turnFailed, wentSilent } from './turns.js';
import { contextTold, counted, type UsageRule } from './usage.js';

export interface TranslationRules {
  /** Location in `agent.unparsed`. */
  agent: string;
  usage: UsageRule;
  /** The beginnings of notifications and requests of the agent's own that say nothing about the conversation. */
  ignored: readonly string[];
}

const planStatuses: Readonly<Record<string, PlanEntry['status']>> = {
  pending: 'pending',
  in_progress: 'in_progress',
  completed: 'completed',
};

/**
 * Known, and of no use here: a user's message is one that we sent or one of a replay, the commands are the agent's affair,
 * and requests for files and terminals are refused by the connection, since we offer neither.
 */
const dropped: ReadonlySet<string> = new Set([
  'user_message_chunk',
  'available_commands_update',
  'elicitation/complete',
]);
const refusedRequests = /^(fs|terminal)\//;

function casesWith({ usage }: TranslationRules): Cases<AcpState, typeof schemas> {
  return {
    agent_message_chunk: (chunk, state) => textStreamed(counted(state, chunk), 'text', chunk),
    agent_thought_chunk: (chunk, state) => textStreamed(counted(state, chunk), 'thought', chunk),
    tool_call: (update, state) => toolUpdated(state, update),
    tool_call_update: (update, state) => toolUpdated(state, update),
    plan: (update, state) => planTold(state, update),
    usage_update: (update, state) => contextTold(state, update),
    session_info_update: (update, state) => infoTold(state, update),
    available_commands_update: () => nothing,
    current_mode_update: (update, state) => modeReported(state, update),
    config_option_update: (update, state) => optionsReported(state, update),
    notice: ({ title, description }, state) =>
      told(state, (key) => completed(status({ key }, title, description ?? null))),
    compaction_update: ({ status: phase }, state) =>
      told(state, (key) => notice({ key }, 'compaction', phase ?? 'The conversation was compacted')),
    'session/request_permission': (request, state) => permissionAsked(state, request),
    'elicitation/create': (request, state) => questionAsked(state, request),
    'elicitation/complete': () => nothing,
    '$/cancel_request': ({ requestId }, state) => requestCancelled(state, requestId),
    'session result': (result, state) => opened(state, result),
    'prompt result': (result, state) => turnEnded(state, result, usage),
    'prompt error': (error, state) => turnFailed(state, error),
  };
}

const notices: NoticeCases<AcpState, Notice> = {
  opening: ({ type: _, ...opening }, state) => ({ state: { ...state, opening }, drafts: [] }),
  prompted: (notice, state) => prompted(state, notice),
  allowed: ({ tool }, state) => toolNamed(state, tool),
  promptRefused: (notice, state) => promptRefused(state, notice),
  wentSilent: (_, state) => wentSilent(state),
  configured: (notice, state) => configured(state, notice),
};

/** One translator for each declared agent: they differ in how they count. */
export function acpTranslator(rules: TranslationRules): Translator<AcpState, Notice> {
  return defineTranslator<AcpState, typeof schemas, Notice>({
    agent: rules.agent,
    initial,
    parser,
    cases: casesWith(rules),
    notices,
    // Names that begin with an underscore are extensions.
    dropped: (name) =>
      name.startsWith('_') ||
      dropped.has(name) ||
      refusedRequests.test(name) ||
      rules.ignored.some((beginning) => name.startsWith(beginning)),
  });
}

function opened(state: AcpState, result: SessionResult): Outcome {
  const settings = reportedBy(result);
  const { opening, isStarted } = state;
  const known = { ...state, settings, isStarted: true };
  if (isStarted) return { state: known, drafts: [] };
  const session = result.sessionId ?? opening?.session;
  const metadata = defined({
    version: opening?.version,
    agent_name: opening?.agent,
    cwd: opening?.cwd,
    model: settings.model,
    mode: settings.mode,
    variant: settings.effort,
    resumed: opening?.session == null ? null : true,
  });
  return {
    state: known,
    drafts: [
      { type: 'session.started', ...(session == null ? {} : { native_session_id: session }), metadata },
    ],
  };
}

function planTold(state: AcpState, { entries }: NativeOf<'plan'>): Outcome {
  const known = entries.map(
    ({ content, status, priority }): PlanEntry => ({
      content,
      status: at(planStatuses, status) ?? 'pending',
      ...defined({ priority }),
    }),
  );
  return told(state, (key) => plan({ key }, known));
}

/** A new title. Some agents also tell of failures here, in an extension. */
function infoTold(before: AcpState, { title, _meta }: NativeOf<'session_info_update'>): Outcome {
  const failure = failureIn(_meta);
  const state = failure === null || failure.isRetried ? before : { ...before, failure: failure.message };
  if (failure !== null) {
    const details = { retryable: failure.isRetried, category: categoryOfMessage(failure.message) };
    const code = failure.isRetried ? 'provider_retry' : 'provider_error';
    return { state, drafts: [{ type: 'error', message: failure.message, code, details }] };
  }
  if (title == null || title === '' || title === state.title) return nothing;
  return told({ ...state, title }, (key) => titleNotice({ key }, title));
}

function failureIn(meta: unknown): { message: string; isRetried: boolean } | null {
  for (const extension of Object.values((meta ?? {}) as Record<string, unknown>)) {
    const error = field(extension, 'error');
    const message = field(error, 'message');
    if (typeof message === 'string') return { message, isRetried: field(error, 'willRetry') === true };
  }
  return null;
}

function told(before: AcpState, draft: (key: string) => Draft): Outcome {
  const { state, key } = newName(before, 'notice');
  return { state, drafts: [draft(key)] };
}
