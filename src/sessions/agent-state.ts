import type { Actor } from 'xstate';
import type { agentProcessMachine } from '../../machines/index.js';
import type { StateValue } from '../schema/index.js';

/** Reports each change of an agent's state, once. */
export function onAgentState(
  process: Actor<typeof agentProcessMachine>,
  onChange: (value: StateValue) => void,
): void {
  let known = JSON.stringify(process.getSnapshot().value);
  process.subscribe(({ value }) => {
    const text = JSON.stringify(value);
    if (text === known) return;
    known = text;
    onChange(value);
  });
}
