import type { StateValue } from '../schema/index.js';
import { edgeDomId, stateDomId } from './dom-id.js';

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

/**
 * `active`: innermost active states; `active-region`: their ancestors; `taken`: the latest transition; `stayed`: the state
 * that took it without being left.
 */
export const marks = ['active', 'active-region', 'taken', 'stayed'] as const;
export type Mark = (typeof marks)[number];

/** Returns a function that maps an element's id to its marks. */
export function markerOf(value: StateValue, last?: LastTransition): (id: string) => readonly Mark[] {
  const all = new Map<string, Mark[]>();
  for (const { id, isLeaf } of walk(value, ''))
    all.set(stateDomId(id), [isLeaf ? 'active' : 'active-region']);
  if (last?.target != null) all.set(edgeDomId(last.source, last.target), ['taken']);
  else if (last) {
    const source = stateDomId(last.source);
    all.set(source, [...(all.get(source) ?? []), 'stayed']);
  }
  return (id) => all.get(id) ?? [];
}

/**
 * Highlights a machine's state in its drawing by adding class names; the layout never changes. The arrow that was taken is
 * drawn last, since others may share a part of its way.
 */
export function markActive(svg: string, value: StateValue, last?: LastTransition): string {
  const marker = markerOf(value, last);
  const marked = svg.replace(/<g id="([^"]+)" class="([^"]+)"/g, (tag, id: string, classes: string) => {
    const own = marker(id);
    return own.length === 0 ? tag : `<g id="${id}" class="${classes} ${own.join(' ')}"`;
  });
  const taken = last?.target == null ? -1 : marked.indexOf(`<g id="${edgeDomId(last.source, last.target)}"`);
  if (taken < 0) return marked;
  const end = marked.indexOf('</g>', taken) + '</g>'.length;
  return `${marked.slice(0, taken)}${marked.slice(end).replace('</svg>', '')}${marked.slice(taken, end)}</svg>\n`;
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
