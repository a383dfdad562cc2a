import type { ContentPart } from '../../schema/index.js';
import {
  completed,
  delta,
  failed,
  resultKey,
  started,
  status,
  system,
  toolCall,
  toolResult,
  unknown,
  withdrawn,
} from '../kit/drafts.js';
import { type Cases, defineTranslator } from '../kit/translator.js';
import { fileRef, message, reasoning } from './items.js';
import { parser, type schemas } from './native.js';

export interface MockState {
  /** Calls whose result is streaming: only the first output starts the item. */
  readonly streaming: readonly string[];
}

const initial: MockState = { streaming: [] };

const actions = { command: 'command_execution', edit: 'file_change' } as const;
const outcomes = { ok: 'completed', interrupted: 'interrupted', failed: 'error' } as const;

const cases: Cases<MockState, typeof schemas> = {
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

  message_start: (native) => [started(message(native))],

  message_delta: ({ message, text }) => [delta(message, text)],

  message_end: (native) => [
    completed({
      ...message(native),
      // Without content the session machine keeps the streamed text.
      ...(native.text === undefined ? {} : { content: [{ type: 'text', text: native.text }] }),
    }),
  ],

  reasoning_start: (native) => [started(reasoning(native, ''))],

  reasoning_delta: ({ block, text }) => [delta(block, text)],

  reasoning_end: (native) => {
    const { content, ...item } = reasoning(native, native.text ?? '');
    return [completed(native.text === undefined ? item : { ...item, content })];
  },

  tool_call: ({ call, tool, input, message: parent, refused }) => {
    const item = toolCall({ key: call, id: call, parent }, { name: tool, arguments: input, callId: call });
    return [refused === true ? failed(item) : completed(item)];
  },

  tool_output: ({ call, text }, state) => {
    const output = delta(resultKey(call), text);
    if (state.streaming.includes(call)) return [output];
    return {
      state: { streaming: [...state.streaming, call] },
      drafts: [started(toolResult({ key: call, id: call }, call, '')), output],
    };
  },

  tool_result: ({ call, ok, output, message: parent, exit_code, files = [] }, state) => {
    const exitCode: ContentPart[] = exit_code === undefined ? [] : [{ type: 'json', json: { exit_code } }];
    const parts = [...exitCode, ...files.map(fileRef)];
    const item = toolResult({ key: call, id: call, parent }, call, output, parts);
    return {
      state: { streaming: state.streaming.filter((other) => other !== call) },
      drafts: [ok ? completed({ ...item, status: 'completed' }) : failed(item)],
    };
  },

  status: ({ block, label, detail, done }) => {
    const item = status({ key: block, id: block }, label, detail);
    return [done ? completed(item) : started(item)];
  },

  system: ({ block, text }) => [completed(system({ key: block, id: block }, text))],

  image: ({ message: key, caption, path, mime }) => [
    completed({
      ...message({ message: key }),
      content: [
        { type: 'text', text: caption },
        { type: 'image', path, mime },
      ],
    }),
  ],

  custom: ({ block, name, payload }) => [completed(unknown({ key: block, id: block }, { name, payload }))],

  error: ({ code, message, retryable }) => [{ type: 'error', message, code, details: { retryable } }],

  permission_request: ({ request, kind, call, tool, input, diff, choices }) => [
    {
      type: 'permission.requested',
      key: request,
      action: actions[kind],
      // The input's fields come first, so they cannot override ours: `command` of a command, `path` of an edit.
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

  request_cancelled: ({ request, of }) => [withdrawn({ key: request, kind: of })],

  goodbye: () => [{ type: 'session.ended', reason: 'completed' }],
};

export const translator = defineTranslator({ agent: 'mock', initial, parser, cases });
