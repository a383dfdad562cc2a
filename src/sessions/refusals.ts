import type { Refusal } from '../schema/index.js';
import type { UntimedCommand } from './session.js';

/** A session that is refused again and again is kept from filling the memory. */
const MOST = 100;

export type NewRefusal = Omit<Refusal, 'number' | 'count'>;

/** What a session did not take lately. */
export class Refusals {
  private readonly kept: Refusal[] = [];
  private last = 0;

  get all(): readonly Refusal[] {
    return this.kept;
  }

  /** The same again at the same place counts up the one that is there. */
  add(refusal: NewRefusal): Refusal {
    const before = this.kept.at(-1);
    if (before && isSame(before, refusal)) {
      const again = { ...before, at: refusal.at, count: before.count + 1 };
      this.kept[this.kept.length - 1] = again;
      return again;
    }
    const added = { ...refusal, number: ++this.last, count: 1 };
    this.kept.push(added);
    if (this.kept.length > MOST) this.kept.shift();
    return added;
  }
}

function isSame(a: NewRefusal, b: NewRefusal): boolean {
  return a.sequence === b.sequence && a.input === b.input && a.subject === b.subject && a.reason === b.reason;
}

/** What a command is about. */
export function subjectOf(command: UntimedCommand): string | null {
  if ('permissionId' in command) return command.permissionId;
  if ('questionId' in command) return command.questionId;
  return 'messageId' in command ? command.messageId : null;
}
