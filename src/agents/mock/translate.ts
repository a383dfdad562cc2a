import type { ContentPart } from '../../schema/index.js';
import {
  callKey,
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
import { fileRef, inThread, message, reasoning } from './items.js';
import { parser, type schemas } from './native.js';

export interface MockState {
  /** Calls whose result is streaming, with their sub-agents: only the first output starts the item. */
  readonly streaming: readonly { call: string; agent: string | undefined }[];
}

const initial: MockState = { streaming: [] };

const actions = { command: 'command_execution', edit: 'file_change' } as const;
const outcomes = { ok: 'completed', interrupted: 'interrupted', failed: 'error' } as const;

const cases: Cases<MockState, typeof schemas> = {
  ready: ({ type: _, session, ...metadata }) => [
    { type: 'session.started', native_session_id: session, metadata },
  ],

  turn_started: ({ number }) => [{ type: 'turn.started', metadata: { number } }],

  turn_ended: ({ turn, outcome, usage, cost, ms }, { streaming }) => ({
    state: { streaming: streaming.filter(({ agent }) => agent !== undefined) },
    drafts: [
      {
        type: 'turn.ended',
        outcome: outcomes[outcome],
        ...(turn === null ? {} : { turn }),
        metadata: { usage, cost_usd: cost, duration_ms: ms },
      },
    ],
  }),

  agent_started: ({ agent, call, title, background }) => [
    { type: 'thread.started', thread: agent, title, call: callKey(call), endsWithTurn: !background },
  ],

  agent_ended: ({ agent: thread, ok }, { streaming }) => ({
    state: { streaming: streaming.filter(({ agent }) => agent !== thread) },
    drafts: [{ type: 'thread.ended', thread, status: ok ? 'completed' : 'failed' }],
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

  tool_call: (native) => {
    const { call, tool, input, message: parent, refused } = native;
    const item = toolCall({ key: call, id: call, parent }, { name: tool, arguments: input, callId: call });
    return [refused === true ? failed(inThread(native, item)) : completed(inThread(native, item))];
  },

  tool_output: (native, { streaming }) => {
    const { agent, call, text } = native;
    const output = delta(resultKey(call), text);
    if (streaming.some((other) => other.call === call)) return [output];
    return {
      state: { streaming: [...streaming, { call, agent }] },
      drafts: [started(inThread(native, toolResult({ key: call, id: call }, call, ''))), output],
    };
  },

  tool_result: (native, { streaming }) => {
    const { call, ok, output, message: parent, exit_code, files = [] } = native;
    const exitCode: ContentPart[] = exit_code === undefined ? [] : [{ type: 'json', json: { exit_code } }];
    const parts = [...exitCode, ...files.map(fileRef)];
    const item = inThread(native, toolResult({ key: call, id: call, parent }, call, output, parts));
    return {
      state: { streaming: streaming.filter((other) => other.call !== call) },
      drafts: [ok ? completed({ ...item, status: 'completed' }) : failed(item)],
    };
  },

  status: (native) => {
    const { block, label, detail, done } = native;
    const item = inThread(native, status({ key: block, id: block }, label, detail));
    return [done ? completed(item) : started(item)];
  },

  system: (native) => {
    const { block, text } = native;
    return [completed(inThread(native, system({ key: block, id: block }, text)))];
  },

  image: (native) => {
    const { caption, path, mime } = native;
    const content: ContentPart[] = [
      { type: 'text', text: caption },
      { type: 'image', path, mime },
    ];
    return [completed({ ...message(native), content })];
  },

  custom: (native) => {
    const { block, name, payload } = native;
    return [completed(inThread(native, unknown({ key: block, id: block }, { name, payload })))];
  },

  error: ({ code, message, retryable }) => [{ type: 'error', message, code, details: { retryable } }],

  permission_request: ({ agent, request, kind, call, tool, input, diff, choices }) => [
    inThread(
      { agent },
      {
        type: 'permission.requested' as const,
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
    ),
  ],

  question_request: ({ agent, request, asks }) => [
    inThread(
      { agent },
      {
        type: 'question.requested' as const,
        key: request,
        questions: asks.map((ask) => ({
          header: ask.title,
          prompt: ask.text,
          options: ask.choices,
          multi_select: ask.multiple,
        })),
      },
    ),
  ],

  request_cancelled: ({ request, of }) => [withdrawn({ key: request, kind: of })],

  goodbye: () => [{ type: 'session.ended', reason: 'completed' }],
};

export const translator = defineTranslator({ agent: 'mock', initial, parser, cases });
