import type { StateValue } from '../schema/index.js';
import { edgeDomId, slug, stateDomId } from './dom-id.js';
import { matches } from './event-pattern.js';
import { escapeXml } from './xml.js';

/** The latest transition; `target` is null if the state did not change. */
export interface LastTransition {
  source: string;
  target: string | null;
  event: string;
}

/** The ids of all active states for a machine's value, parents before their children. */
export function activeIds(value: StateValue): string[] {
  return walk(value, '').map(({ id }) => id);
}

/** `active`: innermost active states; `active-region`: their ancestors; `taken`: the latest transition. */
export type Mark = 'active' | 'active-region' | 'taken';

/** Returns a function that maps an element's id and `data-events` to its mark. */
export function markerOf(
  value: StateValue,
  last?: LastTransition,
): (id: string, events: string) => Mark | undefined {
  const marks = new Map<string, Mark>();
  for (const { id, isLeaf } of walk(value, ''))
    marks.set(stateDomId(id), isLeaf ? 'active' : 'active-region');
  if (last?.target != null) marks.set(edgeDomId(last.source, last.target), 'taken');
  const lines = last?.target === null ? `internal-${slug(last.source)}--` : undefined;
  return (id, events) => {
    const isLast = lines !== undefined && id.startsWith(lines) && isAmong(last!.event, events);
    return isLast ? 'taken' : marks.get(id);
  };
}

/** Highlights a machine's state in its drawing by adding class names; the layout never changes. */
export function markActive(svg: string, value: StateValue, last?: LastTransition): string {
  const marker = markerOf(value, last && { ...last, event: escapeXml(last.event) });
  return svg.replace(
    /<g id="([^"]+)" class="([^"]+)"( data-events="([^"]*)")?/g,
    (tag, id: string, classes: string, data = '', events = '') => {
      const mark = marker(id, events);
      return mark === undefined ? tag : `<g id="${id}" class="${classes} ${mark}"${data}`;
    },
  );
}

function isAmong(event: string, events: string): boolean {
  return events.split(',').some((pattern) => matches(pattern, event));
}

/** The innermost active states. */
export function activeLeaves(value: StateValue): string[] {
  return walk(value, '').flatMap(({ id, isLeaf }) => (isLeaf ? [id] : []));
}

function walk(value: StateValue, parent: string): { id: string; isLeaf: boolean }[] {
  if (typeof value === 'string') return [{ id: join(parent, value), isLeaf: true }];
  return Object.entries(value).flatMap(([key, inner]) => {
    const id = join(parent, key);
    const below = inner === undefined ? [] : walk(inner, id);
    return [{ id, isLeaf: below.length === 0 }, ...below];
  });
}

function join(parent: string, key: string): string {
  return parent === '' ? key : `${parent}.${key}`;
}
