import type { Key } from '../../terminal/keyboard.js';
import type { Look } from '../../terminal/look.js';

/** Asks the user for one reply, by single keys. */
export interface Prompt {
  readonly id: string;
  /** What is asked, and the keys that answer it. `cursor` is where text is typed. */
  render(look: Look, rows: number): { lines: string[]; cursor?: { line: number; column: number } };
  press(key: Key): void;
}

/** `y allow once   n reject` */
export function keyLine(keys: readonly (readonly [key: string, meaning: string])[], look: Look): string {
  return keys.map(([key, meaning]) => `${look.paint(['bold', 'cyan'], key)} ${meaning}`).join('   ');
}
