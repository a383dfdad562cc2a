import type { Draft, DraftItem } from '../../schema/index.js';
import type { Translator } from '../agent.js';
import { unparsed } from '../unparsed.js';
import { callKey, fileRef, message, reasoning, resultKey, toolResult } from './items.js';
import { type Native, type NativeOf, type NativeType, parseNative } from './native.js';

export interface MockState {
  /** Calls whose result has begun to stream: only the first output opens the item. */
  readonly streaming: readonly string[];
}

interface Step {
  state: MockState;
  drafts: Draft[];
}

const initial: MockState = { streaming: [] };

const actions = { command: 'command_execution', edit: 'file_change' } as const;
const outcomes = { ok: 'completed', interrupted: 'interrupted', failed: 'error' } as const;

function completed(item: DraftItem): Draft[] {
  return [{ type: 'item.completed', item }];
}

function started(item: DraftItem): Draft[] {
  return [{ type: 'item.started', item }];
}

type Case<T extends NativeType> = (native: NativeOf<T>, state: MockState) => Draft[] | Step;

/** One case per native message. */
const cases: { [T in NativeType]: Case<T> } = {
  ready: ({ type: _, session, ...metadata }) => [
    { type: 'session.started', native_session_id: session, metadata },
  ],

  turn_started: ({ number }) => [{ type: 'turn.started', metadata: { number } }],

  turn_ended: ({ turn, outcome, usage, cost, ms }) => ({
    state: initial,
    drafts: [
      {
        type: 'turn.ended',
        outcome: outcomes[outcome],
        ...(turn === null ? {} : { turn }),
        metadata: { usage, cost_usd: cost, duration_ms: ms },
      },
    ],
  }),

  message_start: (native) => started(message(native)),

  message_delta: ({ message, text }) => [{ type: 'item.delta', key: message, delta: text }],

  message_end: (native) =>
    completed({
      ...message(native),
      // No content is not empty content: the machine then keeps what was streamed.
      ...(native.text === undefined ? {} : { content: [{ type: 'text', text: native.text }] }),
    }),

  reasoning_start: (native) => started(reasoning(native, '')),

  reasoning_delta: ({ block, text }) => [{ type: 'item.delta', key: block, delta: text }],

  reasoning_end: (native) => {
    const { content, ...item } = reasoning(native, native.text ?? '');
    return completed(native.text === undefined ? item : { ...item, content });
  },

  tool_call: ({ call, tool, input, message, refused }) =>
    completed({
      key: callKey(call),
      native_item_id: call,
      kind: 'tool_call',
      role: 'assistant',
      ...(message === undefined ? {} : { parent: message }),
      content: [{ type: 'tool_call', name: tool, arguments: JSON.stringify(input), call_id: call }],
      ...(refused === true ? { status: 'failed' } : {}),
    }),

  tool_output: ({ call, text }, state) => {
    const delta: Draft = { type: 'item.delta', key: resultKey(call), delta: text };
    if (state.streaming.includes(call)) return [delta];
    return {
      state: { streaming: [...state.streaming, call] },
      drafts: [...started(toolResult(call, '')), delta],
    };
  },

  tool_result: ({ call, ok, output, message, exit_code, files = [] }, state) => {
    const item = toolResult(call, output, message);
    if (exit_code !== undefined) item.content.push({ type: 'json', json: { exit_code } });
    item.content.push(...files.map(fileRef));
    return {
      state: state.streaming.includes(call)
        ? { streaming: state.streaming.filter((other) => other !== call) }
        : state,
      drafts: completed({ ...item, status: ok ? 'completed' : 'failed' }),
    };
  },

  status: ({ block, label, detail, done }) => {
    const item: DraftItem = {
      key: block,
      native_item_id: block,
      kind: 'status',
      role: 'assistant',
      content: [{ type: 'status', label, detail }],
    };
    return done ? completed(item) : started(item);
  },

  system: ({ block, text }) =>
    completed({
      key: block,
      native_item_id: block,
      kind: 'system',
      role: 'system',
      content: [{ type: 'text', text }],
    }),

  image: ({ message: key, caption, path, mime }) =>
    completed({
      ...message({ message: key }),
      content: [
        { type: 'text', text: caption },
        { type: 'image', path, mime },
      ],
    }),

  custom: ({ block, name, payload }) =>
    completed({
      key: block,
      native_item_id: block,
      kind: 'unknown',
      role: 'assistant',
      content: [{ type: 'json', json: { name, payload } }],
    }),

  error: ({ code, message, retryable }) => [{ type: 'error', message, code, details: { retryable } }],

  permission_request: ({ request, kind, call, tool, input, diff, choices }) => [
    {
      type: 'permission.requested',
      key: request,
      action: actions[kind],
      // The input's own fields come first: `command` of a command, `path` of an edit.
      metadata: {
        ...input,
        ...(typeof input.path === 'string' ? { paths: [input.path] } : {}),
        ...(diff === undefined ? {} : { diff }),
        tool_name: tool,
        call_id: call,
        input,
        options: choices,
      },
    },
  ],

  question_request: ({ request, asks }) => [
    {
      type: 'question.requested',
      key: request,
      questions: asks.map((ask) => ({
        header: ask.title,
        prompt: ask.text,
        options: ask.choices,
        multi_select: ask.multiple,
      })),
    },
  ],

  request_cancelled: ({ request, of }) =>
    of === 'permission'
      ? [{ type: 'permission.resolved', key: request, reply: 'cancelled' }]
      : [{ type: 'question.resolved', key: request, answers: null }],

  goodbye: () => [{ type: 'session.ended', reason: 'completed' }],
};

export const translator: Translator<MockState> = {
  initial: () => initial,
  translate(state, text) {
    const parsed = parseNative(text);
    if (!parsed.ok) return { state, drafts: [unparsed('mock', text, parsed.error)] };
    // The table holds for each type the case of that very type, which the compiler cannot follow here.
    const handle = cases[parsed.message.type] as (native: Native, state: MockState) => Draft[] | Step;
    const result = handle(parsed.message, state);
    return Array.isArray(result) ? { state, drafts: result } : result;
  },
};
