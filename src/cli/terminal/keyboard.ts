import { openSync } from 'node:fs';
import { emitKeypressEvents } from 'node:readline';
import { ReadStream } from 'node:tty';

/** A key, or a character that was typed or pasted. */
export interface Key {
  /** `return`, `up`, `a` …; empty for characters without a name. */
  name: string;
  /** The text that it types; empty if it types none. */
  text: string;
  ctrl: boolean;
  meta: boolean;
  isPasted: boolean;
}

interface NodeKey {
  name?: string;
  sequence?: string;
  ctrl?: boolean;
  meta?: boolean;
}

/** The keys of a terminal, one by one. */
export class Keyboard {
  readonly #input: ReadStream;
  readonly #isOwn: boolean;
  #isPasting = false;
  #listener: ((key: Key) => void) | null = null;

  constructor(input: ReadStream, isOwn: boolean) {
    this.#input = input;
    this.#isOwn = isOwn;
  }

  /** That of standard input, or of the terminal of this process if standard input is something else; null without one. */
  static find(stdin: NodeJS.ReadStream = process.stdin): Keyboard | null {
    if (stdin.isTTY) return new Keyboard(stdin as ReadStream, false);
    try {
      return new Keyboard(new ReadStream(openSync('/dev/tty', 'r')), true);
    } catch {
      return null;
    }
  }

  open(listener: (key: Key) => void): void {
    this.#listener = listener;
    emitKeypressEvents(this.#input);
    this.#input.on('keypress', this.#onKey);
    this.#input.setRawMode(true);
    this.#input.resume();
  }

  /** For good; `pause` can be undone by `open`. */
  close(): void {
    this.pause();
    if (this.#isOwn) this.#input.destroy();
  }

  pause(): void {
    if (this.#listener === null) return;
    this.#listener = null;
    this.#input.off('keypress', this.#onKey);
    this.#input.setRawMode(false);
    this.#input.pause();
  }

  readonly #onKey = (character: string | undefined, key: NodeKey = {}) => {
    const { name = '', ctrl = false, meta = false, sequence = '' } = key;
    if (name === 'paste-start' || name === 'paste-end') {
      this.#isPasting = name === 'paste-start';
      return;
    }
    const isText = !ctrl && !meta && isPrintable(character ?? '');
    this.#listener?.({
      name,
      text: isText ? (character ?? sequence) : '',
      ctrl,
      meta,
      isPasted: this.#isPasting,
    });
  };
}

function isPrintable(text: string): boolean {
  const code = text.codePointAt(0);
  return code !== undefined && code >= 32 && !(code >= 127 && code < 160);
}
