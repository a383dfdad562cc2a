import { ProblemError, type Scope } from '../../schema/index.js';
import { randomId } from '../../sessions/index.js';
import type { Caller } from './caller.js';
import { hashOf } from './token.js';

const MOST = 1000;
/** How long a link that was used or has expired can still be told from a wrong one. */
const REMEMBERED_MS = 24 * 60 * 60_000;
const ADVICE = 'get another one with: greenroom pair';

/** What the token of a paired browser will be. */
export interface PairedToken {
  /** null if the browser names itself. */
  name: string | null;
  scopes: readonly Scope[];
  /** In seconds. */
  expiresIn: number | null;
  createdBy: Caller;
}

interface PendingPairing extends PairedToken {
  expiresAt: number;
  isUsed: boolean;
}

/** Codes that can be exchanged for a token, once. They live in memory: a daemon that restarts knows none. */
export class Pairings {
  readonly #now: () => number;
  /** By the digest of the code. */
  readonly #pending = new Map<string, PendingPairing>();

  constructor(now: () => number) {
    this.#now = now;
  }

  create(paired: PairedToken, validMs: number): { code: string; expiresAt: number } {
    this.#forgetOld();
    if (this.#pending.size >= MOST)
      throw new ProblemError('overloaded', `there are ${MOST} pairing links; try again later`);
    const code = randomId(32);
    const expiresAt = this.#now() + validMs;
    this.#pending.set(hashOf(code), { ...paired, expiresAt, isUsed: false });
    return { code, expiresAt };
  }

  /** What to create a token with; throws if the code is used, expired or wrong. */
  take(code: string): PairedToken {
    const found = this.#pending.get(hashOf(code));
    if (!found) throw refused('is wrong, or from before the daemon was restarted');
    if (found.isUsed) throw refused('was used before: each works once');
    if (found.expiresAt <= this.#now()) throw refused('has expired');
    found.isUsed = true;
    return found;
  }

  /** As `take`; a refusal is told when it may be answered. */
  async takeOr(code: string, answerable: () => Promise<void>): Promise<PairedToken> {
    try {
      return this.take(code);
    } catch (error) {
      await answerable();
      throw error;
    }
  }

  /** The token could not be created. */
  giveBack(code: string): void {
    const found = this.#pending.get(hashOf(code));
    if (found) found.isUsed = false;
  }

  #forgetOld(): void {
    const limit = this.#now() - REMEMBERED_MS;
    for (const [key, { expiresAt }] of this.#pending) if (expiresAt < limit) this.#pending.delete(key);
  }
}

function refused(why: string): ProblemError {
  return new ProblemError('token_invalid', `this pairing link ${why}; ${ADVICE}`);
}
