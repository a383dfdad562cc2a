import { Keyboard } from '../terminal/keyboard.js';
import { canRedraw, type Look, lookOf } from '../terminal/look.js';

/** Where a conversation is shown, and where it is answered. */
export interface Outputs {
  /** The conversation: standard output if it is a terminal, else standard error. */
  output: NodeJS.WriteStream;
  look: () => Look;
  isLive: boolean;
  keyboard: Keyboard | null;
  /** Whether standard output is no terminal, and gets nothing but the answers. */
  isPiped: boolean;
}

export function findOutputs({ needsKeyboard = true } = {}): Outputs {
  const { stdout, stderr, env } = process;
  const isPiped = !stdout.isTTY;
  const output = isPiped ? stderr : stdout;
  const keyboard = needsKeyboard && output.isTTY ? Keyboard.find() : null;
  const isLive = canRedraw(output) && !env.NO_COLOR;
  return { output, look: () => lookOf(output), isLive, keyboard, isPiped };
}
