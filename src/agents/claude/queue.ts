import type { NativeOf } from './native.js';
import type { ClaudeState, Step } from './state.js';

/** Our messages on their way into the conversation. */

/** The CLI may end a turn before it has read a message, so one is queued as soon as it is sent. */
export function messageSent(state: ClaudeState, uuid: string): ClaudeState {
  return state.tellsQueue ? { ...state, queued: [...state.queued, uuid] } : state;
}

/** If the message that began the turn is withdrawn before the CLI has taken it, no result will end the turn. */
export function translateLifecycle(
  state: ClaudeState,
  { command_uuid: uuid, state: phase }: NativeOf<'command_lifecycle'>,
): Step {
  const others = state.queued.filter((each) => each !== uuid);
  const queued = phase === 'queued' ? [...others, uuid] : others;
  const wasWithdrawn = phase === 'cancelled' && state.queued.includes(uuid);
  const isOver = wasWithdrawn && queued.length === 0 && !state.inTurn;
  return {
    state: { ...state, tellsQueue: true, queued },
    drafts: isOver ? [{ type: 'turn.ended', outcome: 'interrupted' }] : [],
  };
}
