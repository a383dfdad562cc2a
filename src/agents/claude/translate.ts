import type { Draft } from '../../schema/index.js';
import type { Translator } from '../agent.js';
import { unparsed } from '../unparsed.js';
import { elicitationQuestions } from './elicitation.js';
import { completed, statusItem, systemItem } from './items.js';
import {
  beginBlock,
  beginStream,
  endStream,
  endThread,
  streamText,
  streamThought,
  takeAssistant,
} from './messages.js';
import { type NativeName, type NativeOf, parseNative } from './native.js';
import { boundary, rateLimit, retry, takeStatus, task } from './notices.js';
import { ask, denied, withdraw } from './requests.js';
import { takeResult } from './results.js';
import { type ClaudeState, initial, type Step } from './state.js';
import { takeUser } from './user.js';

export type { ClaudeState } from './state.js';

type Case<N extends NativeName> = (native: NativeOf<N>, state: ClaudeState) => Draft[] | Step;

const threadOf = (native: { parent_tool_use_id?: string | null | undefined }) =>
  native.parent_tool_use_id ?? '';

const notice = (uuid: string, label: string, detail?: string, failed = false) => [
  completed(statusItem({ key: uuid, label, detail, failed })),
];

/** One case per native message. */
const cases: { [N in NativeName]: Case<N> } = {
  // It comes at the start of every turn, also of one that the CLI begins by itself.
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

  // The new id comes with what follows: `new_conversation_id` is none that one could resume.
  conversation_reset: ({ uuid, trigger }, state) => ({
    state: { ...state, reset: true },
    drafts: notice(uuid, 'conversation_reset', trigger),
  }),

  result: (native, state) => takeResult(state, native),

  command_lifecycle: ({ command_uuid, state: fate }, state) => {
    const others = state.queued.filter((uuid) => uuid !== command_uuid);
    return {
      state: { ...state, queued: fate === 'queued' ? [...others, command_uuid] : others },
      drafts: [],
    };
  },

  'stream_event/message_start': (native, state) =>
    beginStream(state, threadOf(native), native.event.message.id),
  'stream_event/content_block_start': (native, state) =>
    beginBlock(state, threadOf(native), native.event.content_block),
  'stream_event/text_delta': (native, state) => streamText(state, threadOf(native), native.event.delta.text),
  'stream_event/thinking_delta': (native, state) =>
    streamThought(state, threadOf(native), native.event.delta.thinking),
  'stream_event/message_stop': (native, state) =>
    endStream(state, threadOf(native), native.abandoned_blocks !== undefined),

  assistant: (native, state) =>
    native.message.model === '<synthetic>' ? takeSynthetic(native, state) : takeAssistant(state, native),

  user: (native, state) => takeUser(state, native),

  'control_request/can_use_tool': (native, state) => ask(state, native),
  'control_request/elicitation': ({ request_id: key, request }) => [
    { type: 'question.requested', key, questions: elicitationQuestions(request) },
  ],
  control_cancel_request: ({ request_id }) => withdraw(request_id),
  'system/permission_denied': (native, state) => denied(state, native),

  'system/api_retry': (native) => [retry(native)],
  'system/status': (native, state) => takeStatus(state, native),
  'system/compact_boundary': (native, state) => ({
    state: { ...state, summaryDue: true },
    drafts: [boundary(native)],
  }),

  'system/task_started': (native) => [task('task_started', native.description, native)],
  'system/task_progress': (native) => [task('task_progress', native.summary ?? native.description, native)],
  'system/task_notification': (native, state) => {
    const told = task(`task_${native.status}`, native.summary, native);
    if (native.tool_use_id === undefined) return [told];
    const ended = endThread(state, native.tool_use_id);
    return { state: ended.state, drafts: [...ended.drafts, told] };
  },

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

/** What the CLI says in the model's place: an error that ends the turn, or the output of one of its commands. */
function takeSynthetic(native: NativeOf<'assistant'>, state: ClaudeState): Draft[] | Step {
  const { message, error, api_error_status, api_error_type } = native;
  const text = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  if (error === undefined) return [completed(systemItem(message.id, text))];
  const details = {
    retryable: false,
    ...(api_error_status == null ? {} : { status: api_error_status }),
    ...(api_error_type === undefined ? {} : { type: api_error_type }),
  };
  return {
    // A subagent's error is not the turn's.
    state:
      threadOf(native) === ''
        ? { ...state, errorTold: true, refused: state.refused || message.stop_reason === 'refusal' }
        : state,
    drafts: [{ type: 'error', message: text, code: error, details }],
  };
}

/** What we know and have no use for. */
const dropped: ReadonlySet<string> = new Set([
  // Answers to our own requests, which the connection takes; and requests of the CLI's that it refuses.
  'control_response',
  'control_request/hook_callback',
  'control_request/mcp_message',
  'control_request/request_user_dialog',
  'system/control_request_progress',
  'system/elicitation_complete',
  // Signs of life, and progress that the results tell better.
  'keep_alive',
  'tool_progress',
  'system/thinking_tokens',
  'system/session_state_changed',
  'system/hook_started',
  'system/hook_progress',
  'system/worker_shutting_down',
  // The single messages about tasks tell the same.
  'system/task_updated',
  'system/background_tasks_changed',
  // The `assistant` line has the whole block, and its input may differ from the streamed one.
  'stream_event/input_json_delta',
  'stream_event/signature_delta',
  'stream_event/citations_delta',
  'stream_event/content_block_stop',
  'stream_event/message_delta',
  'stream_event/ping',
  // For other kinds of hosts.
  'active_goal',
  'prompt_suggestion',
  'system/commands_changed',
  'system/files_persisted',
  'system/memory_recall',
  'system/mirror_error',
]);

export const translator: Translator<ClaudeState> = {
  initial: () => initial,
  translate(state, text) {
    const parsed = parseNative(text);
    if (!parsed.ok) {
      const isDropped = !parsed.known && parsed.name !== null && dropped.has(parsed.name);
      return { state, drafts: isDropped ? [] : [unparsed('claude', text, parsed.error)] };
    }
    // The table holds for each name the case of that very message, which the compiler cannot follow here.
    const handle = cases[parsed.name] as (native: unknown, state: ClaudeState) => Draft[] | Step;
    const result = handle(parsed.message, state);
    return Array.isArray(result) ? { state, drafts: result } : result;
  },
};
