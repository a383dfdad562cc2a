import type { Logger } from 'pino';
import { type DocumentStore, LogError, RevisionError } from '../../log/index.js';
import {
  type ClientRef,
  type CreatedToken,
  ProblemError,
  type Scope,
  type TokenInfo,
} from '../../schema/index.js';
import { type Clock, randomId } from '../../sessions/index.js';
import type { Caller } from './caller.js';
import { OpenUses } from './open-uses.js';
import { StoredToken, tokenInfo } from './stored-token.js';
import { hashOf, newToken } from './token.js';

const KIND = 'token';
const MOST_TOKENS = 1000;
/** The last use is not stored more often than that. */
const USE_PRECISION_MS = 60_000;
/** How long an expired token is listed. */
const EXPIRED_KEPT_MS = 30 * 24 * 60 * 60_000;
/** A longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface TokensOptions {
  documents: DocumentStore;
  logger: Pick<Logger, 'warn'>;
  now: () => number;
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
}

export interface NewTokenOptions {
  name: string;
  scopes: readonly Scope[];
  /** In seconds. */
  expiresIn: number | null;
  createdBy: ClientRef;
}

interface KnownToken {
  id: string;
  token: StoredToken;
  caller: Caller;
  revision: number;
}

/** The tokens that were created with names and scopes. */
export class Tokens {
  /** What the holders have open. */
  readonly uses = new OpenUses();
  readonly #options: TokensOptions;
  readonly #known = new Map<string, KnownToken>();
  readonly #idByHash = new Map<string, string>();
  #timer: unknown = null;

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  static async open(options: TokensOptions): Promise<Tokens> {
    const tokens = new Tokens(options);
    await tokens.#load();
    return tokens;
  }

  async #load(): Promise<void> {
    const options = this.#options;
    for (const { id, json, revision } of await options.documents.list(KIND)) {
      const token = StoredToken.parse(JSON.parse(json));
      const isOld = token.expiresAt !== null && Date.parse(token.expiresAt) + EXPIRED_KEPT_MS < options.now();
      if (isOld) await options.documents.delete(KIND, id).catch(onlyLogErrors);
      else this.#learn(id, token, revision);
    }
    this.#scheduleExpiry();
  }

  async create({ name, scopes, expiresIn, createdBy }: NewTokenOptions): Promise<CreatedToken> {
    if (this.#known.size >= MOST_TOKENS)
      throw new ProblemError('quota_exceeded', `there are ${MOST_TOKENS} tokens; revoke some first`);
    const { documents, now } = this.#options;
    const at = now();
    const secret = newToken();
    const token: StoredToken = {
      name,
      scopes: [...new Set(scopes)],
      hash: hashOf(secret),
      createdAt: new Date(at).toISOString(),
      createdBy: { id: createdBy.id, name: createdBy.name },
      expiresAt: expiresIn === null ? null : new Date(at + expiresIn * 1000).toISOString(),
      lastUsedAt: null,
    };
    const id = `tok_${randomId(12)}`;
    this.#learn(id, token, await documents.put(KIND, id, JSON.stringify(token), null));
    this.#scheduleExpiry();
    return { id, token: secret, name, scopes: token.scopes, expiresAt: token.expiresAt };
  }

  /** The oldest first. */
  list(): TokenInfo[] {
    const infos = [...this.#known.values()].map(({ id, token }) => tokenInfo(id, token));
    return infos.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  }

  /** Takes effect at once, and is stored when it resolves. */
  async revoke(id: string): Promise<void> {
    const known = this.#known.get(id);
    if (!known) throw new ProblemError('not_found', `there is no token ${id}; GET /v1/tokens lists them`);
    this.#known.delete(id);
    this.#idByHash.delete(known.token.hash);
    this.uses.closeAll(id);
    try {
      await this.#options.documents.delete(KIND, id);
    } catch (error) {
      // Listed, so that it can be revoked again; but of no use.
      this.#known.set(id, known);
      throw error;
    }
  }

  /** Whose token it is; `expired` if it was one, null if it is none. */
  find(secret: string): Caller | 'expired' | null {
    const known = this.#known.get(this.#idByHash.get(hashOf(secret)) ?? '');
    if (!known) return null;
    if (this.#hasExpired(known)) return 'expired';
    void this.#noteUse(known);
    return known.caller;
  }

  /** Whether a caller that was found may still act. */
  isValid({ id }: Caller): boolean {
    const known = this.#known.get(id);
    return known !== undefined && this.#idByHash.has(known.token.hash) && !this.#hasExpired(known);
  }

  stop(): void {
    this.#options.clock.clearTimeout(this.#timer as NodeJS.Timeout);
  }

  #learn(id: string, token: StoredToken, revision: number): void {
    const { name, scopes, expiresAt } = token;
    this.#known.set(id, { id, token, revision, caller: { id, name, scopes: new Set(scopes), expiresAt } });
    this.#idByHash.set(token.hash, id);
  }

  #hasExpired({ token: { expiresAt } }: KnownToken): boolean {
    return expiresAt !== null && Date.parse(expiresAt) <= this.#options.now();
  }

  /** Only if nobody else changed it: a token that is revoked meanwhile stays so. */
  async #noteUse(known: KnownToken): Promise<void> {
    const { documents, now, logger } = this.#options;
    const { id, token, revision } = known;
    const at = now();
    if (token.lastUsedAt !== null && at - Date.parse(token.lastUsedAt) < USE_PRECISION_MS) return;
    known.token = { ...token, lastUsedAt: new Date(at).toISOString() };
    try {
      known.revision = await documents.put(KIND, id, JSON.stringify(known.token), revision);
    } catch (error) {
      if (!(error instanceof RevisionError))
        logger.warn({ err: error, tokenId: id }, 'the last use of a token was not stored');
    }
  }

  /** A token that expires loses what it has open, although nobody calls. */
  #scheduleExpiry(): void {
    const { clock, now } = this.#options;
    clock.clearTimeout(this.#timer as NodeJS.Timeout);
    const ahead = [...this.#known.values()].flatMap(({ token: { expiresAt } }) =>
      expiresAt === null || Date.parse(expiresAt) <= now() ? [] : [Date.parse(expiresAt) - now()],
    );
    if (ahead.length === 0) return;
    this.#timer = clock.setTimeout(
      () => {
        for (const known of this.#known.values()) if (this.#hasExpired(known)) this.uses.closeAll(known.id);
        this.#scheduleExpiry();
      },
      Math.min(Math.min(...ahead), MAX_TIMER_MS),
    );
    (this.#timer as Partial<NodeJS.Timeout>).unref?.();
  }
}

/** A token that cannot be removed now is removed by the next start. */
function onlyLogErrors(error: unknown): void {
  if (!(error instanceof LogError)) throw error;
}
