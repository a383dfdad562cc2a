import type { Key } from '../../terminal/keyboard.js';
import type { Look } from '../../terminal/look.js';
import type { Input } from '../terminal-session.js';
import { Editor } from './editor.js';

export interface MessageInputDeps {
  /** Earlier messages, oldest first. */
  history: readonly string[];
  submit(text: string): void;
  /** The end of input: Ctrl-D. */
  leave(): void;
  isBusy(): boolean;
}

/** Where messages to the agent are typed. */
export class MessageInput implements Input {
  readonly #editor: Editor;
  readonly #deps: MessageInputDeps;

  constructor(deps: MessageInputDeps) {
    this.#editor = new Editor(deps.history);
    this.#deps = deps;
  }

  get isInUse(): boolean {
    return this.#editor.text !== '';
  }

  render(look: Look) {
    return this.#editor.render(look, this.#deps.isBusy() ? 'Message; it is queued' : 'Message');
  }

  clear(): void {
    this.#editor.set('');
  }

  press(key: Key): void {
    if (key.ctrl && key.name === 'd' && !this.isInUse) return this.#deps.leave();
    const text = this.#editor.press(key);
    if (text !== null) this.#deps.submit(text);
  }
}
