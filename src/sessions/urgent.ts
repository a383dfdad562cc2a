import type { Effect } from '../schema/index.js';
import type { UntimedCommand } from './untimed.js';

/** Whether a command is obeyed even if nothing can be stored: an agent can always be stopped. */
export function isUrgent({ type }: UntimedCommand): boolean {
  return type === 'command.interrupt' || type === 'command.terminate';
}

/** Whether an effect is one of an urgent command. */
export function stopsWork({ type }: Effect): boolean {
  return type === 'interrupt' || type === 'interruptThread' || type === 'stop';
}
