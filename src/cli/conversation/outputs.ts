import { Keyboard } from '../terminal/keyboard.js';
import { canRedraw, type Look, lookOf } from '../terminal/look.js';

/** Where a conversation is shown, and where it is answered. */
export interface Outputs {
  output: NodeJS.WriteStream;
  look: () => Look;
  /** Whether the last lines may be drawn again. */
  isLive: boolean;
  keyboard: Keyboard | null;
}

/** Of one turn: standard output if it is a terminal; else that gets the answers, and standard error everything else. */
export function outputsOfTurn(needsKeyboard: boolean): Outputs & { isPiped: boolean } {
  const { stdout, stderr, env } = process;
  const isPiped = !stdout.isTTY;
  const output = isPiped ? stderr : stdout;
  const keyboard = needsKeyboard && output.isTTY ? Keyboard.find() : null;
  return {
    output,
    look: () => lookOf(output),
    isLive: canRedraw(output) && !env.NO_COLOR,
    keyboard,
    isPiped,
  };
}

/** Of a conversation: it is typed where it is shown. */
export function outputsOfConversation(): Outputs {
  const { stdout: output } = process;
  const isLive = canRedraw(output);
  return { output, look: () => lookOf(output), isLive, keyboard: isLive ? Keyboard.find() : null };
}
