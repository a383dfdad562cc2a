import type { UniversalEvent } from '../../src/schema/index.js';

/** The output of the command of a turn. */
export function commandOutput(events: readonly UniversalEvent[]): string {
  const outputs = events.flatMap((event) =>
    event.type === 'item.completed'
      ? event.data.item.content.flatMap((part) => (part.type === 'tool_result' ? [part.output] : []))
      : [],
  );
  return outputs.join('\n');
}
