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
import { type Cases, defineTranslator, type Rooted } from '../kit/translator.js';
import { error } from './errors.js';
import { fileRef, inThread, message, reasoning } from './items.js';
import { parser, type schemas } from './native.js';
import { checklist, compaction, limitWarning, modelChanged, serverFailed } from './notices.js';
import { permission } from './permissions.js';
import { toolLabel } from './tools.js';
import { sessionMetadata, turnEnded } from './turns.js';

export interface MockState extends Rooted {
  /** Calls whose result is streaming, with their sub-agents: only the first output starts the item. */
  readonly streaming: readonly { call: string; agent: string | undefined }[];
}

const initial: MockState = { roots: [], streaming: [] };

const cases: Cases<MockState, typeof schemas> = {
  ready: (native) => [
    {
      type: 'session.started',
      native_session_id: native.session,
      metadata: sessionMetadata(native),
    },
  ],

  turn_started: ({ number, model }) => [{ type: 'turn.started', metadata: { model, native: { number } } }],

  turn_ended: (native, state) => ({
    state: { ...state, streaming: state.streaming.filter(({ agent }) => agent !== undefined) },
    drafts: [turnEnded(native)],
  }),

  agent_started: ({ agent, call, title, background }) => [
    { type: 'thread.started', thread: agent, title, call: callKey(call), endsWithTurn: !background },
  ],

  agent_ended: ({ agent: thread, ok }, state) => ({
    state: { ...state, streaming: state.streaming.filter(({ agent }) => agent !== thread) },
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

  tool_call: (native, { roots }) => {
    const { call, tool, input, message: parent, refused } = native;
    const item = toolCall(
      { key: call, id: call, parent },
      { name: tool, arguments: input, callId: call, ...toolLabel(tool, input, roots) },
    );
    return [refused === true ? failed(inThread(native, item)) : completed(inThread(native, item))];
  },

  tool_output: (native, state) => {
    const { agent, call, text } = native;
    const output = delta(resultKey(call), text);
    if (state.streaming.some((other) => other.call === call)) return [output];
    return {
      state: { ...state, streaming: [...state.streaming, { call, agent }] },
      drafts: [started(inThread(native, toolResult({ key: call, id: call }, call, ''))), output],
    };
  },

  tool_result: (native, state) => {
    const { call, ok, output, message: parent, exit_code, files = [] } = native;
    const exitCode: ContentPart[] = exit_code === undefined ? [] : [{ type: 'json', json: { exit_code } }];
    const parts = [...exitCode, ...files.map((file) => fileRef(file, state.roots))];
    const item = inThread(native, toolResult({ key: call, id: call, parent }, call, output, parts));
    return {
      state: { ...state, streaming: state.streaming.filter((other) => other.call !== call) },
      drafts: [ok ? completed({ ...item, status: 'completed' }) : failed(item)],
    };
  },

  status: (native) => {
    const { block, label, detail, done } = native;
    const item = inThread(native, status({ key: block, id: block }, label, detail));
    return [done ? completed(item) : started(item)];
  },

  checklist: (native) => [checklist(native)],

  model_changed: (native) => [modelChanged(native)],

  compaction: (native) => [compaction(native)],

  limit_warning: (native) => [limitWarning(native)],

  server_failed: (native) => [serverFailed(native)],

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

  error: (native) => [error(native)],

  permission_request: (native, { roots }) => [permission(native, roots)],

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
