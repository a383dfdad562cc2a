import { textOf } from '../kit/blocks.js';
import { completed } from '../kit/drafts.js';
import { follow, nothing, type Outcome } from '../kit/fold.js';
import { titleNotice } from '../kit/notices.js';
import { defined } from '../kit/record.js';
import { inWords } from '../kit/title.js';
import { type Cases, defineTranslator, type NoticeCases } from '../kit/translator.js';
import { type ModeSettings, nativeMode } from './arguments.js';
import { compactBoundary } from './compaction.js';
import { finalError, retry } from './errors.js';
import { statusItem, systemItem } from './items.js';
import { reportServers, serversIn, stillBroken } from './mcp-status.js';
import {
  beginBlock,
  beginStream,
  endStream,
  measure,
  streamText,
  streamThought,
  translateAssistant,
} from './messages.js';
import { appliedModel, reportModel, switchModel } from './model.js';
import { type NativeOf, parser, type schemas } from './native.js';
import { rateLimit, translateStatus } from './notices.js';
import { clearPlans } from './plans.js';
import { messageSent, translateLifecycle } from './queue.js';
import { denied, requestElicitation, requestTool, withdraw } from './requests.js';
import { translateResult } from './results.js';
import { type ClaudeState, initial, MAIN, type Step } from './state.js';
import {
  translateTaskEnded,
  translateTaskProgress,
  translateTaskStarted,
  translateTaskUpdated,
} from './tasks.js';
import { ensureAgent, inThread, threadOf } from './threads.js';
import { translateUser } from './user.js';

type Line = Parameters<typeof ensureAgent>[1];

export type ClaudeNotice =
  /** A message of ours was written to the CLI. */
  | { type: 'sent'; uuid: string }
  /** The CLI was started with these settings, or has taken them. */
  | { type: 'settings'; settings: ModeSettings }
  /** The CLI does not tell why these MCP servers failed. */
  | { type: 'mcp'; id: string; servers: string[] }
  /** The CLI has not stored the conversation, so it began a new one. */
  | { type: 'started-over'; id: string };

/** Translates a line in the thread that sent it. */
function inItsThread(
  state: ClaudeState,
  native: Line,
  translate: (state: ClaudeState, thread: string) => Outcome<ClaudeState>,
): Step {
  const thread = threadOf(state, native);
  return follow(
    state,
    (now) => ensureAgent(now, native),
    (now) => inThread(thread, translate(now, thread), now),
  );
}

const progress = (uuid: string, label: string, detail?: string, failed = false) => [
  completed(statusItem({ key: uuid, label, detail, failed })),
];

/** Says that a response was refused and is asked for again, which the next message says too. */
const retryPattern = /safeguards stopped the response .* continuing/;

const cases: Cases<ClaudeState, typeof schemas> = {
  // Sent at the start of every turn, including those that the CLI starts by itself.
  'system/init': ({ uuid: _, session_id, claude_code_version, ...metadata }, state) => ({
    state: {
      ...state,
      session: session_id,
      reset: false,
      inTurn: true,
      model: metadata.model ?? state.model,
      permissionMode: metadata.permissionMode ?? state.permissionMode,
      brokenServers: stillBroken(state.brokenServers, metadata.mcp_servers),
    },
    drafts: [
      ...(state.session === session_id
        ? []
        : [
            {
              type: 'session.started' as const,
              native_session_id: session_id,
              metadata: { version: claude_code_version, ...metadata },
            },
          ]),
      { type: 'turn.started', metadata: defined({ model: metadata.model }) },
    ],
  }),

  // The new session id comes with a later message: `new_conversation_id` cannot be resumed.
  conversation_reset: ({ uuid, trigger }, state) =>
    follow<ClaudeState>(
      { ...state, reset: true, mainUsage: null },
      () => progress(uuid, 'Conversation reset', trigger),
      (now) => clearPlans(now, uuid),
    ),

  result: (native, state) => translateResult(state, native),

  command_lifecycle: (native, state) => translateLifecycle(state, native),

  'stream_event/message_start': (native, state) =>
    inItsThread(state, native, (now, thread) => beginStream(now, thread, native.event.message.id)),
  'stream_event/content_block_start': (native, state) =>
    inItsThread(state, native, (now, thread) => beginBlock(now, thread, native.event.content_block)),
  'stream_event/text_delta': (native, state) =>
    streamText(state, threadOf(state, native), native.event.delta.text),
  'stream_event/thinking_delta': (native, state) =>
    streamThought(state, threadOf(state, native), native.event.delta.thinking),
  'stream_event/message_delta': (native, state) =>
    measure(state, threadOf(state, native), native.event.usage),
  'stream_event/message_stop': (native, state) =>
    inItsThread(state, native, (now, thread) =>
      endStream(now, thread, native.abandoned_blocks !== undefined),
    ),

  assistant: (native, state) =>
    inItsThread(state, native, (now, thread) =>
      native.message.model === '<synthetic>'
        ? translateSynthetic(native, now, thread)
        : translateAssistant(now, thread, native),
    ),

  user: (native, state) => inItsThread(state, native, (now, thread) => translateUser(now, thread, native)),

  'control_request/can_use_tool': (native, state) => requestTool(state, native),
  'control_request/elicitation': (native, state) => requestElicitation(state, native),
  control_cancel_request: ({ request_id }, state) => withdraw(state, request_id),
  control_response: ({ response: { request_id, response } }, state) => {
    const servers = serversIn(response);
    if (servers !== null) return reportServers(state, request_id, servers);
    const model = appliedModel(response);
    return model === null ? nothing : reportModel(state, request_id, model);
  },
  'system/permission_denied': (native, state) => denied(state, native),

  'system/api_retry': (native) => [retry(native)],
  'system/status': (native, state) => translateStatus(state, native),
  'system/compact_boundary': (native, state) => compactBoundary(state, native),

  'system/task_started': (native, state) => translateTaskStarted(state, native),
  'system/task_progress': (native, state) => translateTaskProgress(state, native),
  'system/task_updated': (native, state) => translateTaskUpdated(state, native),
  'system/task_notification': (native, state) => translateTaskEnded(state, native),

  'system/model_fallback': (native, state) => switchModel(state, native),
  'system/model_refusal_fallback': (native, state) =>
    native.scope === 'local' ? nothing : switchModel(state, native),
  // The error follows.
  'system/model_refusal_no_fallback': (_, state) => ({ state: { ...state, refused: true }, drafts: [] }),

  rate_limit_event: (native) => rateLimit(native),
  'system/informational': ({ uuid, content }) =>
    retryPattern.test(content) ? nothing : [completed(systemItem(uuid, content))],
  'system/local_command_output': ({ uuid, content }) => [completed(systemItem(uuid, content))],
  'system/notification': ({ uuid, text }) => progress(uuid, 'Notification', text),
  'system/session_title_changed': ({ uuid, title }) => [titleNotice({ key: uuid }, title)],
  'system/session_writes_lost': ({ uuid, error_code, lost }) =>
    progress(uuid, 'Session data lost', `${error_code}: ${lost.join(', ')}`, true),
  'system/plugin_install': ({ uuid, status, name, error }) =>
    progress(uuid, `Plugin ${inWords(status)}`, error ?? name, status === 'failed'),
  'system/hook_response': ({ uuid, hook_name, outcome, output }) =>
    progress(uuid, 'Hook', `${hook_name}: ${output || outcome}`, outcome === 'error'),
  tool_use_summary: ({ uuid, summary }) => progress(uuid, 'Summary', summary),
  auth_status: ({ uuid, output, error }) =>
    progress(uuid, 'Authentication', error ?? output.join('\n'), error !== undefined),
};

/** A message that the CLI itself wrote: an error that ends the turn, or the output of a slash command. */
function translateSynthetic(
  native: NativeOf<'assistant'>,
  state: ClaudeState,
  thread: string,
): Outcome<ClaudeState> {
  const { message, error } = native;
  const text = textOf(message.content);
  if (error === undefined) return [completed(systemItem(message.id, text))];
  // A sub-agent's error does not end the turn.
  const isMain = thread === MAIN;
  const refused = message.stop_reason === 'refusal' || (isMain && state.refused);
  return {
    state: isMain ? { ...state, errorReported: true, refused } : state,
    drafts: [finalError(native, error, text, refused)],
  };
}

const notices: NoticeCases<ClaudeState, ClaudeNotice> = {
  sent: ({ uuid }, state) => ({ state: messageSent(state, uuid), drafts: [] }),
  settings: ({ settings }, state) => ({
    state: { ...state, settings, permissionMode: nativeMode(settings) },
    drafts: [],
  }),
  mcp: ({ id, servers }, state) =>
    reportServers(
      state,
      id,
      servers.map((name) => ({ name, status: 'failed' })),
    ),
  'started-over': ({ id }) =>
    progress(id, 'Conversation lost', 'Claude had not stored it yet, so it begins a new one', true),
};

/** Known messages that are ignored on purpose. */
const dropped: ReadonlySet<string> = new Set([
  // Requests that the connection refuses, and their progress.
  'control_request/hook_callback',
  'control_request/mcp_message',
  'control_request/request_user_dialog',
  'system/control_request_progress',
  'system/elicitation_complete',
  // Keep-alives, and progress that the results report in full.
  'keep_alive',
  'tool_progress',
  'system/thinking_tokens',
  'system/session_state_changed',
  'system/hook_started',
  'system/hook_progress',
  'system/worker_shutting_down',
  // Covered by the messages about individual tasks.
  'system/background_tasks_changed',
  // The `assistant` line has the complete block, and its input may differ from the streamed one.
  'stream_event/input_json_delta',
  'stream_event/signature_delta',
  'stream_event/citations_delta',
  'stream_event/content_block_stop',
  'stream_event/ping',
  // Meant for other kinds of clients.
  'active_goal',
  'prompt_suggestion',
  'system/commands_changed',
  'system/files_persisted',
  'system/memory_recall',
  'system/mirror_error',
]);

export const translator = defineTranslator({
  agent: 'claude',
  initial,
  parser,
  cases,
  notices,
  dropped: (name) => dropped.has(name),
});
