import { slug } from './dom-id.js';

/** The name of an auxiliary node that a state's arrows are attached to. */
export function anchor(role: 'initial' | 'within' | 'back' | 'exit' | 'entry', state: string): string {
  return `${role}-${slug(state)}`;
}

export function node(id: string, classes: string, look: string): string {
  return `${quote(id)} [id=${quote(id)}, class="${classes}", ${look}];`;
}

export function hidden(id: string): string {
  return `${quote(id)} [shape=point, width=0.01, style=invis];`;
}

export function invisible(tail: string, head: string): string {
  return `${quote(tail)} -> ${quote(head)} [style=invis];`;
}

export function sameRank(...ids: string[]): string {
  return `{ rank=same; ${ids.map((id) => `${quote(id)};`).join(' ')} }`;
}

/** Places nodes at the same rank, from left to right. */
export function inRow(ids: readonly string[]): string[] {
  return [...ids.slice(1).map((id, nth) => invisible(ids[nth]!, id)), sameRank(...ids)];
}

export function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
