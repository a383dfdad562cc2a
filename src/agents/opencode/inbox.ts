import type { PermissionMode, PermissionReply } from '../../schema/index.js';
import type { ServerEvent } from './envelope.js';
import { HttpError } from './http.js';
import { covers } from './patterns.js';
import { Asked, isPermitted } from './policy.js';

export interface InboxOptions {
  post(path: string, body: object): Promise<unknown>;
  permissionMode: PermissionMode;
  directory: string;
}

/** What a human allowed for all of the session. */
type Grant = Pick<Asked, 'permission' | 'always'>;

/**
 * What the server asked of a session: answered here, or kept until a human has answered. `always` is kept here too: what
 * OpenCode remembers of it would hold for all sessions of the folder.
 */
export class Inbox {
  readonly #options: InboxOptions;
  /** What waits for a human; null for a question. */
  readonly #pending = new Map<string, Asked | null>();
  /** What was answered without a human: nobody is told of it. */
  readonly #quiet = new Set<string>();
  readonly #grants: Grant[] = [];
  permissionMode: PermissionMode;

  constructor(options: InboxOptions) {
    this.#options = options;
    this.permissionMode = options.permissionMode;
  }

  /** Looks at an event; false where it is nobody else's concern. */
  take({ type, properties }: ServerEvent): boolean {
    switch (type) {
      case 'permission.asked':
        return this.#asked(properties);
      case 'question.asked':
        this.#pending.set(String(properties.id), null);
        return true;
      case 'permission.replied':
      case 'question.replied':
      case 'question.rejected':
        this.#pending.delete(String(properties.requestID));
        return !this.#quiet.delete(String(properties.requestID));
      default:
        return true;
    }
  }

  isPending(key: string): boolean {
    return this.#pending.has(key);
  }

  /** Gives a human's reply. What the server has withdrawn meanwhile needs none. */
  async reply(key: string, reply: PermissionReply, message: string | null): Promise<void> {
    const asked = this.#pending.get(key);
    if (asked == null) return;
    this.#pending.delete(key);
    if (reply === 'reject') return this.#post(`/permission/${key}/reply`, rejection(message));
    if (reply === 'always') this.#grants.push(asked);
    const others = [...this.#pending.values()].filter((other) => other !== null && this.#isGranted(other));
    await Promise.all([asked, ...others].map((each) => this.#permit(each!.id)));
  }

  async answer(key: string, answers: string[][]): Promise<void> {
    if (this.#pending.delete(key)) await this.#post(`/question/${key}/reply`, { answers });
  }

  async reject(key: string): Promise<void> {
    if (this.#pending.delete(key)) await this.#post(`/question/${key}/reject`, {});
  }

  /** Says no to all that is still open: an abort leaves it there, and nobody is asked any more. */
  async abandon(): Promise<void> {
    const left = [...this.#pending];
    this.#pending.clear();
    await Promise.allSettled(
      left.map(([key, asked]) => {
        this.#quiet.add(key);
        return asked === null
          ? this.#post(`/question/${key}/reject`, {})
          : this.#post(`/permission/${key}/reply`, rejection(null));
      }),
    );
  }

  #asked(properties: unknown): boolean {
    const { directory } = this.#options;
    const { data: asked } = Asked.safeParse(properties);
    // What we do not understand is handed on, to be seen.
    if (asked === undefined) return true;
    if (!this.#isGranted(asked) && !isPermitted(asked, this.permissionMode, directory)) {
      this.#pending.set(asked.id, asked);
      return true;
    }
    this.#quiet.add(asked.id);
    void this.#permit(asked.id).catch(() => {});
    return false;
  }

  #isGranted({ permission, patterns }: Asked): boolean {
    const grants = this.#grants.filter((grant) => grant.permission === permission);
    return (
      patterns.length > 0 &&
      patterns.every((text) => grants.some(({ always }) => always.some((pattern) => covers(pattern, text))))
    );
  }

  #permit(key: string): Promise<void> {
    this.#pending.delete(key);
    return this.#post(`/permission/${key}/reply`, { reply: 'once' });
  }

  async #post(path: string, body: object): Promise<void> {
    try {
      await this.#options.post(path, body);
    } catch (error) {
      if (!(error instanceof HttpError && error.status === 404)) throw error;
    }
  }
}

/** Without a message the server ends the turn; with one the model goes on. */
function rejection(message: string | null) {
  return { reply: 'reject', ...(message ? { message } : {}) };
}
