import type { Draft } from '../../schema/index.js';
import type { Translator } from '../agent.js';
import { unparsed } from '../unparsed.js';
import { takeAssistant } from './messages.js';
import { type NativeName, type NativeOf, parseNative } from './native.js';
import { takeOlderCall, takeOlderMessage, takeOlderResult } from './older.js';
import { ask, withdraw } from './requests.js';
import { type AmpState, initial, type Step } from './state.js';
import { endTurn, takeError, takeResult } from './turns.js';
import { takeUser } from './user.js';

export type { AmpState } from './state.js';

type Case<N extends NativeName> = (native: NativeOf<N>, state: AmpState) => Draft[] | Step;

/** One case per line. */
const cases: { [N in NativeName]: Case<N> } = {
  'system/init': (native, state) => meet(state, native),
  user: (native, state) => takeUser(state, native),
  assistant: (native, state) => takeAssistant(state, native),
  result: (native, state) => takeResult(state, native),

  message: (native, state) => takeOlderMessage(state, native),
  tool_call: (native, state) => takeOlderCall(state, native),
  tool_result: (native, state) => takeOlderResult(state, native),
  error: ({ error, content }, state) => takeError(state, error ?? content ?? 'Amp reports an error', null),
  done: (_, state) => endTurn(state, 'completed'),

  // One that was to be steered into a turn which has just ended begins none of ours: Amp begins it.
  'greenroom.prompt': ({ message_id, text, steer }, state) => ({
    state: {
      ...state,
      prompt: message_id,
      names: 0,
      turn: state.turn || !steer,
      unechoed: [...state.unechoed, text],
    },
    drafts: [],
  }),
  'greenroom.permission': (native, state) => [ask(state, native)],
  'greenroom.permission_withdrawn': (native) => [withdraw(native)],
  'greenroom.interrupted': (_, state) => endTurn(state, 'interrupted'),
};

/** The first line tells the thread; a process that goes on with one tells it again. */
function meet(state: AmpState, { session_id, ...metadata }: NativeOf<'system/init'>): Draft[] | Step {
  if (session_id == null || session_id === state.session) return [];
  return {
    state: { ...state, session: session_id },
    drafts: [{ type: 'session.started', native_session_id: session_id, metadata }],
  };
}

export const translator: Translator<AmpState> = {
  initial: () => initial,
  translate(state, text) {
    const parsed = parseNative(text);
    if (!parsed.ok) return { state, drafts: [unparsed('amp', text, parsed.error)] };
    // The table holds for each name the case of that very line, which the compiler cannot follow here.
    const handle = cases[parsed.name] as (native: unknown, state: AmpState) => Draft[] | Step;
    const result = handle(parsed.message, state);
    return Array.isArray(result) ? { state, drafts: result } : result;
  },
};
