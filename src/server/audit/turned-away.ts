import type { Logger } from 'pino';
import { ProblemError } from '../../schema/index.js';
import { AttemptCounter, isTold } from '../access/attempts.js';
import type { Audit } from './audit.js';

export interface TurnedAwayOptions {
  audit: Audit;
  logger: Pick<Logger, 'warn'>;
  now: () => number;
}

/** Tells of calls without a valid token, and from foreign pages: of the 1st, the 10th, the 100th of an address. */
export class TurnedAway {
  readonly #options: TurnedAwayOptions;
  readonly #attempts: AttemptCounter;

  constructor(options: TurnedAwayOptions) {
    this.#options = options;
    this.#attempts = new AttemptCounter(options.now);
  }

  note(error: unknown, address: string): void {
    if (!(error instanceof ProblemError)) return;
    const { status, detail, type } = error.problem;
    if (status !== 401 && status !== 403) return;
    const outcome = type.slice(type.lastIndexOf(':') + 1);
    const { count } = this.#attempts.add(`${address} ${outcome}`);
    if (!isTold(count)) return;
    const { audit, logger } = this.#options;
    logger.warn({ address, attempts: count, reason: detail }, 'a call was turned away');
    const details = { reason: detail, attempts: count };
    audit.record({ client: null, address, operation: 'access', outcome, sessionId: null, details });
  }
}
