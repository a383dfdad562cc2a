import type { PermissionData, QuestionData, Session, UniversalEvent } from '../../client/index.js';
import { permissionOf } from '../../client/index.js';
import { plainLine } from '../terminal/untrusted.js';

/** What becomes of requests when nobody is there to answer them. */
export type OnRequest = 'wait' | 'reject' | 'fail';

const REASON = 'nobody is there to answer: rejected by --on-request reject';

export interface UnattendedDeps {
  session: Session;
  onRequest: OnRequest;
  warn(message: string): void;
  /** Called with the id of a request that is rejected here. */
  onReply?(id: string): void;
}

/** Handles the requests of a session that runs without anybody at its terminal. */
export class Unattended {
  readonly #deps: UnattendedDeps;
  /** Resolves with the first request that is a failure. */
  readonly failed: Promise<'needsAnswer'>;
  #fail!: (reason: 'needsAnswer') => void;

  constructor(deps: UnattendedDeps) {
    this.#deps = deps;
    this.failed = new Promise((resolve) => {
      this.#fail = resolve;
    });
  }

  take(event: UniversalEvent): void {
    if (event.type === 'permission.requested' || event.type === 'question.requested')
      this.#request(event.data);
  }

  /** What is pending already in a session that is not new. */
  async takeEarlier(): Promise<void> {
    const { permissions, questions } = await this.#deps.session.requests();
    for (const data of [...permissions, ...questions]) this.#request(data);
  }

  #request(data: PermissionData | QuestionData): void {
    const { session, onRequest, warn, onReply } = this.#deps;
    const isPermission = 'permission_id' in data;
    const what = isPermission ? `permission: ${permissionOf(data).title}` : `question: ${data.prompt}`;
    const id = isPermission ? data.permission_id : data.question_id;
    if (onRequest === 'reject') {
      warn(`rejected, since nobody is there: ${plainLine(what)}`);
      onReply?.(id);
      const reply = isPermission
        ? session.replyPermission(id, 'reject', { message: REASON })
        : session.rejectQuestion(id);
      reply.catch((error: Error) => warn(error.message));
      return;
    }
    warn(`the agent waits for an answer (${plainLine(what)})`);
    warn(`answer it with: greenroom attach ${session.id}, or: greenroom reply ${session.id}`);
    if (onRequest === 'fail') this.#fail('needsAnswer');
  }
}
