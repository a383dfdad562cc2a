import { textOf } from '../kit/blocks.js';
import { completed } from '../kit/drafts.js';
import { follow, nothing, type Outcome } from '../kit/fold.js';
import { type Cases, defineTranslator, type NoticeCases } from '../kit/translator.js';
import { statusItem, systemItem } from './items.js';
import {
  beginBlock,
  beginStream,
  endStream,
  streamText,
  streamThought,
  translateAssistant,
} from './messages.js';
import { type NativeOf, parser, type schemas } from './native.js';
import { compactBoundary, rateLimit, retry, translateStatus } from './notices.js';
import { denied, requestElicitation, requestTool, withdraw } from './requests.js';
import { translateResult } from './results.js';
import { type ClaudeState, initial, MAIN, type Step } from './state.js';
import { translateTaskEnded, translateTaskProgress, translateTaskStarted } from './tasks.js';
import { ensureAgent, inThread, threadOf } from './threads.js';
import { translateUser } from './user.js';

type Line = Parameters<typeof ensureAgent>[1];

/** A message of ours was written to the CLI. */
export interface ClaudeNotice {
  type: 'sent';
  uuid: string;
}

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

const notice = (uuid: string, label: string, detail?: string, failed = false) => [
  completed(statusItem({ key: uuid, label, detail, failed })),
];

const cases: Cases<ClaudeState, typeof schemas> = {
  // Sent at the start of every turn, including those that the CLI starts by itself.
  'system/init': ({ uuid: _, session_id, claude_code_version, ...metadata }, state) => ({
    state: { ...state, session: session_id, reset: false },
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
      { type: 'turn.started', metadata: { model: metadata.model } },
    ],
  }),

  // The new session id comes with a later message: `new_conversation_id` cannot be resumed.
  conversation_reset: ({ uuid, trigger }, state) => ({
    state: { ...state, reset: true },
    drafts: notice(uuid, 'conversation_reset', trigger),
  }),

  result: (native, state) => translateResult(state, native),

  command_lifecycle: ({ command_uuid, state: phase }, state) => {
    const others = state.queued.filter((uuid) => uuid !== command_uuid);
    return {
      state: { ...state, tellsQueue: true, queued: phase === 'queued' ? [...others, command_uuid] : others },
      drafts: [],
    };
  },

  'stream_event/message_start': (native, state) =>
    inItsThread(state, native, (now, thread) => beginStream(now, thread, native.event.message.id)),
  'stream_event/content_block_start': (native, state) =>
    inItsThread(state, native, (now, thread) => beginBlock(now, thread, native.event.content_block)),
  'stream_event/text_delta': (native, state) =>
    streamText(state, threadOf(state, native), native.event.delta.text),
  'stream_event/thinking_delta': (native, state) =>
    streamThought(state, threadOf(state, native), native.event.delta.thinking),
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
  // Handled by the connection.
  control_response: () => nothing,
  'system/permission_denied': (native, state) => denied(state, native),

  'system/api_retry': (native) => [retry(native)],
  'system/status': (native, state) => translateStatus(state, native),
  'system/compact_boundary': (native, state) => ({
    state: { ...state, summaryDue: true },
    drafts: [compactBoundary(native)],
  }),

  'system/task_started': (native, state) => translateTaskStarted(state, native),
  'system/task_progress': (native, state) => translateTaskProgress(state, native),
  'system/task_notification': (native, state) => translateTaskEnded(state, native),

  'system/model_refusal_no_fallback': ({ uuid, content }, state) => ({
    state: { ...state, refused: true },
    drafts: notice(uuid, 'model_refusal', content || undefined),
  }),
  'system/model_refusal_fallback': ({ uuid, content }) => notice(uuid, 'model_refusal_fallback', content),

  rate_limit_event: (native) => rateLimit(native),
  'system/informational': ({ uuid, content }) => [completed(systemItem(uuid, content))],
  'system/local_command_output': ({ uuid, content }) => [completed(systemItem(uuid, content))],
  'system/notification': ({ uuid, text }) => notice(uuid, 'notification', text),
  'system/session_title_changed': ({ uuid, title }) => notice(uuid, 'session_title', title),
  'system/session_writes_lost': ({ uuid, error_code, lost }) =>
    notice(uuid, 'session_writes_lost', `${error_code}: ${lost.join(', ')}`, true),
  'system/plugin_install': ({ uuid, status, name, error }) =>
    notice(uuid, `plugin_${status}`, error ?? name, status === 'failed'),
  'system/hook_response': ({ uuid, hook_name, outcome, output }) =>
    notice(uuid, `hook ${hook_name}`, output || outcome, outcome === 'error'),
  tool_use_summary: ({ uuid, summary }) => notice(uuid, 'summary', summary),
  auth_status: ({ uuid, output, error }) =>
    notice(uuid, 'authentication', error ?? output.join('\n'), error !== undefined),
};

/** A message that the CLI itself wrote: an error that ends the turn, or the output of a slash command. */
function translateSynthetic(
  native: NativeOf<'assistant'>,
  state: ClaudeState,
  thread: string,
): Outcome<ClaudeState> {
  const { message, error, api_error_status, api_error_type } = native;
  const text = textOf(message.content);
  if (error === undefined) return [completed(systemItem(message.id, text))];
  const details = {
    retryable: false,
    ...(api_error_status == null ? {} : { status: api_error_status }),
    ...(api_error_type === undefined ? {} : { type: api_error_type }),
  };
  return {
    // A sub-agent's error does not end the turn.
    state:
      thread === MAIN
        ? { ...state, errorReported: true, refused: state.refused || message.stop_reason === 'refusal' }
        : state,
    drafts: [{ type: 'error', message: text, code: error, details }],
  };
}

/** A message of ours is queued as soon as it is sent: the CLI may end a turn before it has read the message. */
const notices: NoticeCases<ClaudeState, ClaudeNotice> = {
  sent: ({ uuid }, state) => ({
    state: state.tellsQueue ? { ...state, queued: [...state.queued, uuid] } : state,
    drafts: [],
  }),
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
  'system/task_updated',
  'system/background_tasks_changed',
  // The `assistant` line has the complete block, and its input may differ from the streamed one.
  'stream_event/input_json_delta',
  'stream_event/signature_delta',
  'stream_event/citations_delta',
  'stream_event/content_block_stop',
  'stream_event/message_delta',
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
