import type { UniversalItem } from '../../src/schema/index.js';

/** Whether an item is a run of a sub-agent. Tests do not ask the session machine, which they check. */
export function isRun({ kind, content, thread_id }: UniversalItem): boolean {
  const [part] = content;
  return kind === 'status' && thread_id != null && part?.type === 'status' && part.label === 'agent';
}
