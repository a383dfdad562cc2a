import type { Native, NativeOf } from '../../../src/agents/mock/native.js';
import { translateAll } from './mock-program.js';

/** The drafts of native messages, in a session whose folder is `/project`. */
export const drafts = (...messages: Native[]) =>
  translateAll(
    messages.map((message) => JSON.stringify(message)),
    ['/project'],
  );

export const turnEnd: NativeOf<'turn_ended'> = {
  type: 'turn_ended',
  turn: null,
  outcome: 'ok',
  model: 'mock-1',
  spent: { fresh: 0, cache_hits: 0, cache_writes: 0, answer: 0, thinking: 0 },
  cost: 0,
  ms: 0,
};
