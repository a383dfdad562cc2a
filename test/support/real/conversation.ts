import { expect, onTestFailed, onTestFinished } from 'vitest';
import type {
  EventOf,
  EventType,
  PermissionReply,
  Question,
  UniversalEvent,
  UniversalItem,
} from '../../../src/schema/index.js';
import { checkStream } from '../check-stream.js';
import { violations } from '../invariants.js';
import type { WsClient } from '../ws-client.js';

/** Where sessions are held. */
export interface Venue {
  connect(): Promise<WsClient>;
  stage: { workspace(): Promise<string> };
}

/** A session, as a client on a WebSocket has it. It reads on from where it is: each event is waited for once. */
export class Conversation {
  private at = 0;

  private constructor(
    readonly id: string,
    readonly client: WsClient,
    readonly directory: string,
  ) {}

  static async begin(daemon: Venue, request: { agent: string; directory?: string } & object) {
    const client = await daemon.connect();
    const directory = request.directory ?? (await daemon.stage.workspace());
    const { sessionId } = await client.call<{ sessionId: string }>('session/create', {
      ...request,
      directory,
    });
    const conversation = new Conversation(sessionId, client, directory);
    await conversation.subscribe();
    return conversation;
  }

  /** The same session at another daemon. What was seen must be there again; it is read on from there. */
  async rejoin(daemon: Pick<Venue, 'connect'>): Promise<Conversation> {
    const client = await daemon.connect();
    const next = new Conversation(this.id, client, this.directory);
    await next.subscribe();
    await client.until(({ method }) => method === 'session/caughtUp');
    expect(next.events().slice(0, this.events().length)).toEqual(this.events());
    next.at = this.at;
    return next;
  }

  private async subscribe(): Promise<void> {
    onTestFailed(() => console.error(digest(this.events())));
    // Also one whose test fails is ended; a daemon that is gone ends nothing.
    onTestFinished(async () => {
      const isOpen = this.client.socket.readyState === this.client.socket.OPEN;
      if (isOpen && !this.isEnded)
        await this.client.call('session/terminate', { sessionId: this.id }).catch(() => {});
      await this.client.close();
    });
    await this.client.call('session/subscribe', { sessionId: this.id });
  }

  /** All events so far. */
  events(): UniversalEvent[] {
    return this.client.events(this.id);
  }

  get isEnded(): boolean {
    return this.events().at(-1)?.type === 'session.ended';
  }

  /** The provider's id for it, as far as it is known. */
  get native(): string | null {
    return this.events().at(-1)?.native_session_id ?? null;
  }

  /** All items of a kind, as they ended. */
  items(kind: UniversalItem['kind']): UniversalItem[] {
    return new Turn(this.events()).items(kind);
  }

  configure(changes: object): Promise<unknown> {
    return this.client.call('session/configure', { sessionId: this.id, ...changes });
  }

  /** The next event of a type. */
  async next<T extends EventType>(type: T): Promise<EventOf<T>> {
    return (await this.nextWhere((event) => event.type === type)) as EventOf<T>;
  }

  async nextWhere(test: (event: UniversalEvent) => boolean): Promise<UniversalEvent> {
    const { params } = await this.client.until(({ method, params }) => {
      if (method !== 'event' || params.session_id !== this.id) return false;
      const event = params as unknown as UniversalEvent;
      return event.sequence > this.at && test(event);
    });
    const event = params as unknown as UniversalEvent;
    this.at = event.sequence;
    return event;
  }

  send(message: string, more: object = {}): Promise<unknown> {
    return this.client.call('session/send', { sessionId: this.id, message, ...more });
  }

  /** Says something and waits for the end of the turn; what the turn was. */
  async turn(message: string): Promise<Turn> {
    await this.send(message);
    return this.turnEnd();
  }

  /** The turn that ends next. */
  async turnEnd(): Promise<Turn> {
    const end = await this.next('turn.ended');
    const events = this.events();
    const start = events.findLastIndex(
      (event) => event.type === 'turn.started' && event.data.turn_id === end.data.turn_id,
    );
    return new Turn(events.slice(start, end.sequence));
  }

  /** Replies to the next permission that is asked for. */
  async permit(reply: PermissionReply, message?: string) {
    const { data } = await this.next('permission.requested');
    await this.reply(data.permission_id, reply, message);
    return data;
  }

  reply(permissionId: string, reply: PermissionReply, message?: string): Promise<unknown> {
    return this.client.call('permission/reply', { sessionId: this.id, permissionId, reply, message });
  }

  /** Answers the next question. */
  async answer(given: string[][] | ((question: Question) => string[])) {
    const request = await this.next('question.requested');
    const answers = typeof given === 'function' ? request.data.questions.map(given) : given;
    const questionId = request.data.question_id;
    await this.client.call('question/reply', { sessionId: this.id, questionId, answers });
    return request.data;
  }

  interrupt(): Promise<unknown> {
    return this.client.call('session/interrupt', { sessionId: this.id });
  }

  /** Ends the session, and holds all of it against the contract. */
  async end(): Promise<void> {
    if (!this.isEnded) {
      await this.client.call('session/terminate', { sessionId: this.id });
      await this.next('session.ended');
    }
    await this.isSound({ ended: true });
  }

  async isSound(expected: { ended?: boolean } = {}): Promise<void> {
    const events = this.events();
    expect(violations(events, expected)).toEqual([]);
    expect(await checkStream(events)).toBe('');
    expect(events.filter(({ type }) => type === 'agent.unparsed')).toEqual([]);
  }
}

/** The events of a turn, and what is asked of them most. */
export class Turn {
  constructor(readonly events: UniversalEvent[]) {}

  get outcome(): unknown {
    return this.of('turn.ended')[0]?.data.metadata.outcome;
  }

  of<T extends EventType>(type: T): EventOf<T>[] {
    return this.events.filter((event): event is EventOf<T> => event.type === type);
  }

  /** Items as they ended. */
  items(kind: UniversalItem['kind'], role?: UniversalItem['role']): UniversalItem[] {
    return this.of('item.completed')
      .map(({ data }) => data.item)
      .filter((item) => item.kind === kind && (role === undefined || item.role === role));
  }

  /** What the assistant said. */
  get said(): string[] {
    return this.items('message', 'assistant').flatMap(({ content }) =>
      content.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
    );
  }

  get thoughts(): string[] {
    return this.items('message', 'assistant').flatMap(({ content }) =>
      content.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])),
    );
  }

  /** The names of the tools that were called. */
  get calls(): string[] {
    return this.items('tool_call').flatMap(({ content }) =>
      content.flatMap((part) => (part.type === 'tool_call' ? [part.name] : [])),
    );
  }

  /** What tools gave: how it ended, and the text. */
  get results(): { status: string; output: string }[] {
    return this.items('tool_result').flatMap(({ status, content }) =>
      content.flatMap((part) => (part.type === 'tool_result' ? [{ status, output: part.output }] : [])),
    );
  }

  get diffs(): { path: string; diff?: string | null }[] {
    return this.of('item.completed').flatMap(({ data }) =>
      data.item.content.flatMap((part) => (part.type === 'file_ref' && part.diff ? [part] : [])),
    );
  }

  get errors() {
    return this.of('error').map(({ data }) => data);
  }
}

/** For who has to find out what went wrong. */
function digest(events: readonly UniversalEvent[]): string {
  return events
    .map(({ sequence, type, data }) => `${sequence} ${type} ${JSON.stringify(data).slice(0, 300)}`)
    .join('\n');
}
