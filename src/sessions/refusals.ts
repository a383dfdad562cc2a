import type { Refusal } from '../schema/index.js';
import type { UntimedCommand } from './untimed.js';

/** Bounds the memory of a session with endless refusals. */
const LIMIT = 100;

export type NewRefusal = Omit<Refusal, 'number' | 'count'>;

/** The latest commands and drafts that a session refused. */
export class Refusals {
  readonly #kept: Refusal[] = [];
  #last = 0;

  get all(): readonly Refusal[] {
    return this.#kept;
  }

  /** A repeated refusal at the same sequence increments its count. */
  add(refusal: NewRefusal): Refusal {
    const before = this.#kept.at(-1);
    if (before && isSame(before, refusal)) {
      const again = { ...before, at: refusal.at, count: before.count + 1 };
      this.#kept[this.#kept.length - 1] = again;
      return again;
    }
    const added = { ...refusal, number: ++this.#last, count: 1 };
    this.#kept.push(added);
    if (this.#kept.length > LIMIT) this.#kept.shift();
    return added;
  }
}

function isSame(a: NewRefusal, b: NewRefusal): boolean {
  return a.sequence === b.sequence && a.input === b.input && a.subject === b.subject && a.reason === b.reason;
}

/** The id of the request or message that a command refers to. */
export function subjectOf(command: UntimedCommand): string | null {
  if ('permissionId' in command) return command.permissionId;
  if ('questionId' in command) return command.questionId;
  return 'messageId' in command ? command.messageId : null;
}
