import {
  GreenroomError,
  type PendingRequests,
  type PermissionData,
  type QuestionData,
  type Session,
  type Transcript,
  type UniversalEvent,
} from '../../../client/index.js';
import type { Look } from '../../terminal/look.js';
import { PermissionPrompt } from './permission-prompt.js';
import type { Prompt } from './prompt.js';
import { QuestionPrompt } from './question-prompt.js';

export interface RequestsDeps {
  session: Session;
  transcript: Transcript;
  look(): Look;
  print(lines: string[]): void;
  /** A reply was refused. */
  failed(message: string): void;
  changed(): void;
}

/** The pending requests of a session, and the prompt for the oldest of them. */
export class Requests {
  readonly #deps: RequestsDeps;
  readonly #pending = new Map<string, PermissionData | QuestionData>();
  /** Requests that were answered here. */
  readonly #ours = new Set<string>();
  #prompt: Prompt | null = null;

  constructor(deps: RequestsDeps) {
    this.#deps = deps;
  }

  /** Requests from before the first event that is read. */
  add({ permissions, questions }: PendingRequests): void {
    for (const data of permissions) this.#pending.set(data.permission_id, data);
    for (const data of questions) this.#pending.set(data.question_id, data);
  }

  take(event: UniversalEvent): void {
    if (event.type === 'permission.requested') this.#pending.set(event.data.permission_id, event.data);
    if (event.type === 'question.requested') this.#pending.set(event.data.question_id, event.data);
    if (event.type === 'permission.resolved') this.#pending.delete(event.data.permission_id);
    if (event.type === 'question.resolved') this.#pending.delete(event.data.question_id);
  }

  /** Notes that a request is answered by other means than its prompt. */
  markOurs(id: string): void {
    this.#ours.add(id);
  }

  isOurs(id: string): boolean {
    return this.#ours.has(id);
  }

  get size(): number {
    return this.#pending.size;
  }

  /** The ids of all that are pending, oldest first. */
  get all(): ReadonlyMap<string, PermissionData | QuestionData> {
    return this.#pending;
  }

  /** The oldest request that was not answered here. */
  get prompt(): Prompt | null {
    const next = [...this.#pending].find(([id]) => !this.#ours.has(id));
    if (!next) this.#prompt = null;
    else if (this.#prompt?.id !== next[0]) this.#prompt = this.#promptFor(next[1]);
    return this.#prompt;
  }

  #promptFor(data: PermissionData | QuestionData): Prompt {
    const { session, look, print } = this.#deps;
    const asker = this.#askerOf(data);
    if ('permission_id' in data) {
      const id = data.permission_id;
      const reply = (word: 'once' | 'always' | 'reject') =>
        this.#reply(id, session.replyPermission(id, word));
      return new PermissionPrompt(data, { reply, print, look, asker });
    }
    const id = data.question_id;
    const answer = (answers: string[][]) => this.#reply(id, session.answerQuestion(id, answers));
    const decline = () => this.#reply(id, session.rejectQuestion(id));
    return new QuestionPrompt(data, { answer, decline, asker });
  }

  #reply(id: string, reply: Promise<void>): void {
    this.#ours.add(id);
    reply.catch((error: Error) => {
      this.#ours.delete(id);
      // Somebody else was faster; the event tells who.
      if (GreenroomError.is(error, 'request_not_pending', 'not_found')) this.#pending.delete(id);
      else this.#deps.failed(error.message);
      this.#deps.changed();
    });
  }

  #askerOf({ metadata }: PermissionData | QuestionData): string | null {
    const id = metadata?.thread_id;
    return typeof id === 'string' ? (this.#deps.transcript.threads.get(id)?.title ?? 'a sub-agent') : null;
  }
}
