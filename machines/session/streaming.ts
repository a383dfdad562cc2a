import type { SessionContext } from './context.js';
import type { Entry } from './evolve.js';
import type { DraftInput, SessionEmitted } from './inputs.js';
import { itemAt } from './open-items.js';
import { isShort } from './pieces.js';
import { Scribe } from './scribe.js';

/** Whether an input only adds text to an open item: it changes no state and is by far the most frequent one. */
export function isStreaming(context: SessionContext, { draft, more = [] }: DraftInput): boolean {
  if (draft.type !== 'item.delta' || draft.delta === '') return false;
  const item = itemAt(context.open, draft.key);
  const units = more.reduce((sum, { delta }) => sum + delta.length, draft.delta.length);
  return item !== undefined && isShort(context, item, units);
}

export interface Streamed {
  context: SessionContext;
  published: SessionEmitted[];
}

/** Writes the deltas of an input for which `isStreaming` holds. */
export function stream(context: SessionContext, { draft, at, raw, source, more = [] }: DraftInput): Streamed {
  if (draft.type !== 'item.delta') return { context, published: [] };
  const scribe = new Scribe(context, at, null, source);
  scribe.stream(itemAt(context.open, draft.key)!, [{ delta: draft.delta, raw }, ...more]);
  return { context: scribe.context, published: scribe.entries.map(publication) };
}

/** What readers of the machine get of an event. */
export function publication({ event, raw }: Entry): SessionEmitted {
  return { type: 'event', event, raw };
}
