import type { PlanEntry, UniversalItem } from '../../schema/index.js';

/** The entries of a plan or to-do list; null for other items. */
export function planOf({ kind, content }: UniversalItem): readonly PlanEntry[] | null {
  if (kind !== 'status') return null;
  if (!content.some((part) => part.type === 'status' && part.label === 'plan')) return null;
  const fields = content.find((part) => part.type === 'json')?.json;
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return null;
  return Array.isArray(fields.entries) ? (fields.entries as PlanEntry[]) : null;
}
