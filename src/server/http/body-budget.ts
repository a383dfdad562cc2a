import type { IncomingMessage, ServerResponse } from 'node:http';
import { ProblemError } from '../../schema/index.js';

/** The memory for bodies of requests. Parsers need a body as a whole, so many large ones at once could exhaust it. */
export class BodyBudget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Takes what the body may need until the request was answered. */
  reserve({ headers }: IncomingMessage, response: ServerResponse, limit: number): void {
    const bytes = Math.min(Number(headers['content-length'] ?? limit), limit);
    if (bytes > this.#left) {
      throw new ProblemError(
        'overloaded',
        'too many large requests at once (limit body-bytes); try again later',
      );
    }
    this.#left -= bytes;
    response.once('close', () => {
      this.#left += bytes;
    });
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
