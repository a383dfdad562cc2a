import { HeldQueue } from '../kit/held-queue.js';
import type { ChildSessions } from './child-sessions.js';
import type { ContextWindows } from './context-windows.js';
import type { Conversation } from './conversation.js';
import type { SessionEvent } from './envelope.js';
import type { Inbox } from './inbox.js';
import {
  type NativeEvent,
  type ParsedEvent,
  type PermissionRequest,
  type PropertiesOf,
  subjectOf,
} from './native.js';
import { modelOf, type NativeModel } from './native-messages.js';
import type { Notice } from './notices.js';
import type { Missed } from './recovery.js';
import type { TurnWatch } from './turn-watch.js';

export interface IntakeOptions {
  turns: TurnWatch;
  inbox: Inbox;
  children: ChildSessions;
  windows: ContextWindows;
  /** How often the server may try to reach a model: it would go on for ever. */
  attempts: number;
  onPayload(text: string, parsed: ParsedEvent | undefined): void;
  onNotice(notice: Notice): void;
  /** The server has to be aborted. */
  onGaveUp(): void;
  /** Somebody else has approved a request. */
  onUnexpectedApproval(reply: PropertiesOf<'permission.replied'>): void;
}

/** The events of a session on their way from the server: which are handed on, in which order, and what they lead to. */
export class Intake {
  readonly #options: IntakeOptions;
  /** Events wait while a request before them is decided on, and while lost ones are made up for. */
  readonly #events = new HeldQueue<SessionEvent>((event) => this.#take(event));
  #session: string | null = null;
  #copied: ReadonlySet<string | null> = new Set();
  #model: NativeModel | null = null;
  #hasGivenUp = false;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  /** The model that answered last. */
  get model(): NativeModel | null {
    return this.#model;
  }

  opened({ info, copied }: Conversation): void {
    this.#session = info.id;
    this.#copied = copied;
  }

  turnBegins(): void {
    this.#hasGivenUp = false;
  }

  push(event: SessionEvent): void {
    for (const due of this.#options.children.take(event, this.#session)) this.#events.push(due);
  }

  /** Later events wait for the work, however it ends. */
  hold(work: Promise<unknown>): void {
    this.#events.hold(work);
  }

  /** Makes up for events that were lost. */
  async makeUpFor({ recovered, permissions, questions }: Missed): Promise<void> {
    const { turns, inbox, children, onNotice } = this.#options;
    for (const notice of recovered) onNotice(notice);
    for (const due of children.recovered(recovered)) this.#events.push(due);
    for (const request of permissions.filter(({ id }) => !inbox.has(id)))
      await this.#asked(request, () => onNotice({ type: 'permissionFound', request }));
    for (const request of questions.filter(({ id }) => !inbox.has(id))) {
      inbox.addQuestion(request);
      onNotice({ type: 'questionFound', request });
    }
    for (const notice of recovered) if (notice.session === this.#session) turns.recovered(notice);
  }

  #take({ text, parsed }: SessionEvent): Promise<void> | undefined {
    const { onPayload } = this.#options;
    if (!parsed?.ok) onPayload(text, parsed);
    else if (parsed.name === 'permission.asked')
      return this.#asked(parsed.message, () => onPayload(text, parsed));
    else if (this.#isOfInterest(parsed)) {
      onPayload(text, parsed);
      // After the event itself, since more may follow from it.
      this.#follow(parsed);
      return this.#measure(parsed);
    }
    return undefined;
  }

  /** Finds out how large the context of the model is that answers, before the turn can end. */
  #measure(event: NativeEvent): Promise<void> | undefined {
    const { windows, onNotice } = this.#options;
    if (event.name !== 'message.updated' || event.message.info.role !== 'assistant') return undefined;
    const { info } = event.message;
    const model = modelOf(info);
    if (info.sessionID !== this.#session || model === null || windows.isAsked(model)) return undefined;
    return windows.of(model).then((tokens) => {
      if (tokens !== null) onNotice({ type: 'windowKnown', model, tokens });
    });
  }

  #isOfInterest(event: NativeEvent): boolean {
    const { inbox } = this.#options;
    switch (event.name) {
      case 'question.asked':
        inbox.addQuestion(event.message);
        return true;
      case 'permission.replied':
        if (inbox.isUnexpected(event.message)) this.#options.onUnexpectedApproval(event.message);
        return inbox.settled(event.message.requestID);
      case 'question.replied':
      case 'question.rejected':
        return inbox.settled(event.message.requestID);
      case 'session.error':
        // The failure was reported when we gave up.
        return !this.#hasGivenUp;
      default:
        return !this.#copied.has(subjectOf(event).message);
    }
  }

  async #asked(request: PermissionRequest, show: () => void): Promise<void> {
    if (await this.#options.inbox.addPermission(request)) show();
  }

  #follow(event: NativeEvent): void {
    if (event.name === 'session.status') this.#watchAttempts(event.message);
    if (subjectOf(event).session !== this.#session) return;
    this.#options.turns.watch(event);
    if (event.name === 'message.updated' && event.message.info.role === 'user')
      this.#model = event.message.info.model ?? this.#model;
  }

  /** The server never stops retrying, neither for the session nor for its sub-agents. */
  #watchAttempts({ status }: PropertiesOf<'session.status'>): void {
    const { attempts, onNotice, onGaveUp } = this.#options;
    const attempt = status.attempt ?? 0;
    if (status.type !== 'retry' || attempt < attempts || this.#hasGivenUp) return;
    this.#hasGivenUp = true;
    onNotice({ type: 'gaveUp', attempt, message: status.message ?? 'The model did not answer' });
    onGaveUp();
  }
}
