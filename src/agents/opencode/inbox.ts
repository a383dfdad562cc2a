import type { PermissionMode, PermissionReply } from '../../schema/index.js';
import { RequestInbox } from '../kit/inbox.js';
import { SentReplies } from '../kit/sent-replies.js';
import { Grants } from './grants.js';
import { HttpError } from './http.js';
import type { PermissionRequest, PropertiesOf, QuestionRequest } from './native.js';
import { isGuarded, isPermitted } from './policy.js';

export interface InboxOptions {
  post(path: string, body: object): Promise<unknown>;
  permissionMode: PermissionMode;
  directory: string;
}

/** The requests of a session: answered here where mode or grants allow, or else kept until a human has answered. */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #permissions = new RequestInbox<PermissionRequest>();
  readonly #questions = new RequestInbox<QuestionRequest>();
  readonly #grants = new Grants();
  /** Requests that no human was asked, or is asked any more: their replies are nobody's concern. */
  readonly #quiet = new Set<string>();
  readonly #sent = new SentReplies();
  permissionMode: PermissionMode;

  constructor(options: InboxOptions) {
    this.#options = options;
    this.permissionMode = options.permissionMode;
  }

  has(key: string): boolean {
    return this.#permissions.has(key) || this.#questions.has(key);
  }

  /** Resolves with whether a human has to be asked. */
  async addPermission(request: PermissionRequest): Promise<boolean> {
    const { id } = request;
    // Where the policy itself fails, as without the session's folder, a human decides.
    if (await this.#isAllowed(request).catch(() => false)) {
      this.#quiet.add(id);
      void this.#permit(id).catch(() => {});
      return false;
    }
    this.#permissions.add(id, request);
    return true;
  }

  async #isAllowed(request: PermissionRequest): Promise<boolean> {
    const { directory } = this.#options;
    if (await isPermitted(request, this.permissionMode, directory)) return true;
    if (!this.#grants.cover(request)) return false;
    return !(await isGuarded(request, directory));
  }

  addQuestion(request: QuestionRequest): void {
    this.#questions.add(request.id, request);
  }

  /** The server has settled a request; returns whether anybody was asked. */
  settled(key: string): boolean {
    this.#permissions.take(key);
    this.#questions.take(key);
    return !this.#quiet.delete(key);
  }

  /** Whether the server reports an approval that we did not send. To be asked before the request is settled. */
  isUnexpected({ requestID, reply }: PropertiesOf<'permission.replied'>): boolean {
    return !this.#sent.take(requestID) && reply !== 'reject';
  }

  reply(key: string, reply: PermissionReply, message: string | null): Promise<void> {
    return this.#permissions.resolve(key, async (request) => {
      if (reply === 'reject') return this.#reject(key, message);
      if (reply === 'always') this.#grants.add(request);
      const others = await this.#coveredNow();
      await Promise.all([key, ...others].map((each) => this.#permit(each)));
    });
  }

  answer(key: string, answers: string[][]): Promise<void> {
    return this.#questions.resolve(key, () => this.#post(`/question/${key}/reply`, { answers }));
  }

  rejectQuestion(key: string): Promise<void> {
    return this.#questions.resolve(key, () => this.#post(`/question/${key}/reject`, {}));
  }

  /** Rejects what is still open of some sessions: an abort leaves it there, and nobody is asked any more. */
  async abandon(isOver: (session: string) => boolean): Promise<void> {
    const isMeant = ({ sessionID }: { sessionID: string }) => isOver(sessionID);
    const permissions = this.#permissions.takeAll(isMeant).map(([key]) => key);
    const questions = this.#questions.takeAll(isMeant).map(([key]) => key);
    for (const key of [...permissions, ...questions]) this.#quiet.add(key);
    await Promise.allSettled([
      ...permissions.map((key) => this.#reject(key, null)),
      ...questions.map((key) => this.#post(`/question/${key}/reject`, {})),
    ]);
  }

  /** Takes the pending requests that the latest reply covers as well. */
  async #coveredNow(): Promise<string[]> {
    const covered = [...this.#permissions.requests].filter(([, request]) => this.#grants.cover(request));
    const allowed = await Promise.all(
      covered.map(async ([key, request]) => {
        return (await this.#isAllowed(request).catch(() => false)) ? [key] : [];
      }),
    );
    return allowed.flat().filter((key) => this.#permissions.take(key) !== undefined);
  }

  #permit(key: string): Promise<void> {
    return this.#replyTo(key, { reply: 'once' });
  }

  /** Without a message the server ends the turn; with one the model goes on. */
  #reject(key: string, message: string | null): Promise<void> {
    return this.#replyTo(key, { reply: 'reject', ...(message ? { message } : {}) });
  }

  #replyTo(key: string, body: object): Promise<void> {
    this.#sent.add(key);
    return this.#post(`/permission/${key}/reply`, body);
  }

  /** A request that the server has withdrawn in the meantime needs no answer. */
  async #post(path: string, body: object): Promise<void> {
    try {
      await this.#options.post(path, body);
    } catch (error) {
      if (!(error instanceof HttpError && error.status === 404)) throw error;
    }
  }
}
