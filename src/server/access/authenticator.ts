import { ProblemError } from '../../schema/index.js';
import { ANYONE, type Caller, OWNER } from './caller.js';
import { isToken } from './token.js';
import type { Tokens } from './tokens.js';
import type { WrongTokens } from './wrong-tokens.js';

const HINT = 'send the token as Authorization: Bearer <token>';

export interface AuthenticatorOptions {
  /** The token that the daemon was started with; null if none is required. */
  token: string | null;
  tokens: Tokens;
  wrongTokens: WrongTokens;
}

/** Finds out who calls. */
export class Authenticator {
  readonly #options: AuthenticatorOptions;

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
  }

  /** Returns the caller at once. A wrong token rejects, later each time. */
  identify(given: string | undefined, address: string): Caller | Promise<never> {
    const { token, tokens } = this.#options;
    if (given !== undefined && token !== null && isToken(given, token)) return OWNER;
    const found = given === undefined ? null : tokens.find(given);
    if (found !== null && found !== 'expired') return found;
    if (token === null) return ANYONE;
    return this.#refuse(given, found === 'expired', address);
  }

  /** Whether a caller's token has not been revoked since, and has not expired. */
  isValid(caller: Caller): boolean {
    return caller === OWNER || caller === ANYONE || this.#options.tokens.isValid(caller);
  }

  /** Throws if the token was revoked or has expired since the caller was identified. */
  requireValid(caller: Caller): void {
    if (!this.isValid(caller))
      throw new ProblemError('token_invalid', 'the token was revoked or has expired; get another one');
  }

  async #refuse(given: string | undefined, hasExpired: boolean, address: string): Promise<never> {
    if (given === undefined) throw new ProblemError('token_invalid', HINT);
    await this.#options.wrongTokens.answerable(address);
    throw new ProblemError(
      'token_invalid',
      hasExpired ? 'the token has expired; get another one' : 'the token is wrong, or was revoked',
    );
  }
}
