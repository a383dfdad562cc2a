import type { StateValue } from '../schema/index.js';
import { edgeDomId, slug, stateDomId } from './dom-id.js';
import { matches } from './event-kind.js';
import { escapeXml } from './xml.js';

/** What moved the machine last; `target` is null where it stayed where it was. */
export interface LastTransition {
  source: string;
  target: string | null;
  event: string;
}

/** The ids of all active states for a machine's value, parents before their children. */
export function activeIds(value: StateValue): string[] {
  return walk(value, '').map(({ id }) => id);
}

/**
 * Marks where a machine is on its drawing: `active` on the innermost states, `active-region` on what is around them,
 * `taken` on the last transition. A session moves often and its layout never: this only adds class names.
 */
export function markActive(svg: string, value: StateValue, last?: LastTransition): string {
  const marks = new Map<string, string>();
  for (const { id, isLeaf } of walk(value, ''))
    marks.set(stateDomId(id), isLeaf ? 'active' : 'active-region');
  if (last?.target != null) marks.set(edgeDomId(last.source, last.target), 'taken');
  const lines = last?.target === null ? `internal-${slug(last.source)}--` : undefined;
  return svg.replace(
    /<g id="([^"]+)" class="([^"]+)"( data-events="([^"]*)")?/g,
    (tag, id: string, classes: string, data = '', events = '') => {
      const isLast = lines !== undefined && id.startsWith(lines) && isAmong(last!.event, events);
      const mark = isLast ? 'taken' : marks.get(id);
      return mark === undefined ? tag : `<g id="${id}" class="${classes} ${mark}"${data}`;
    },
  );
}

/** `events` as they stand in the drawing: escaped, with commas between them. */
function isAmong(event: string, events: string): boolean {
  return events.split(',').some((pattern) => matches(pattern, escapeXml(event)));
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
