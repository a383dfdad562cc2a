import { expect, onTestFailed, onTestFinished } from 'vitest';
import type {
  EventOf,
  EventType,
  PermissionReply,
  Question,
  SessionInfo,
  ToolCallPart,
  UniversalEvent,
  UniversalItem,
} from '../../../src/schema/index.js';
import { checkStream } from '../check-stream.js';
import { violations } from '../invariants.js';
import { isRun } from '../is-run.js';
import { vocabularyProblems } from '../vocabulary.js';
import type { WsClient } from '../ws-client.js';
import { rawViolations } from './raw.js';

/** A daemon and a place for workspaces. */
export interface Venue {
  connect(): Promise<WsClient>;
  stage: { workspace(): Promise<string> };
}

/** Hooks of the test that owns a conversation. Concurrent tests have to pass their own. */
export interface TestHooks {
  onTestFinished(end: () => Promise<void>): void;
  onTestFailed(end: () => void): void;
}

/** A session seen by a WebSocket client. It keeps a cursor, so each event is returned only once. */
export class Conversation {
  readonly id: string;
  readonly client: WsClient;
  readonly directory: string;
  readonly #hooks: TestHooks;
  #at = 0;

  constructor(id: string, client: WsClient, directory: string, hooks: TestHooks) {
    this.id = id;
    this.client = client;
    this.directory = directory;
    this.#hooks = hooks;
  }

  static async begin(
    daemon: Venue,
    request: { agent: string; directory?: string } & object,
    hooks: TestHooks = { onTestFinished, onTestFailed },
  ) {
    const client = await daemon.connect();
    const directory = request.directory ?? (await daemon.stage.workspace());
    const { sessionId } = await client.call<{ sessionId: string }>('session/create', {
      ...request,
      directory,
    });
    const conversation = new Conversation(sessionId, client, directory, hooks);
    await conversation.#subscribe();
    return conversation;
  }

  /** Opens the same session at another daemon, expects the same past events, and continues at the cursor. */
  async rejoin(daemon: Pick<Venue, 'connect'>): Promise<Conversation> {
    const client = await daemon.connect();
    const next = new Conversation(this.id, client, this.directory, this.#hooks);
    await next.#subscribe();
    await client.until(({ method }) => method === 'session/caughtUp');
    expect(next.events().slice(0, this.events().length)).toEqual(this.events());
    next.#at = this.#at;
    return next;
  }

  async #subscribe(): Promise<void> {
    this.#hooks.onTestFailed(() => console.error(digest(this.events())));
    // Sessions of failed tests are terminated too, unless the daemon is gone.
    this.#hooks.onTestFinished(async () => {
      const isOpen = this.client.socket.readyState === this.client.socket.OPEN;
      if (isOpen && !this.isEnded)
        await this.client.call('session/terminate', { sessionId: this.id }).catch(() => {});
      await this.client.close();
    });
    await this.client.call('session/subscribe', { sessionId: this.id, includeRaw: true });
  }

  /** All events so far. */
  events(): UniversalEvent[] {
    return this.client.events(this.id);
  }

  get isEnded(): boolean {
    return this.events().at(-1)?.type === 'session.ended';
  }

  /** The native session id, if known. */
  get native(): string | null {
    return this.events().at(-1)?.native_session_id ?? null;
  }

  /** All completed items of a kind. */
  items(kind: UniversalItem['kind']): UniversalItem[] {
    return new Turn(this.events()).items(kind);
  }

  info(): Promise<SessionInfo> {
    return this.client.call('session/get', { sessionId: this.id });
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
      return event.sequence > this.#at && test(event);
    });
    const event = params as unknown as UniversalEvent;
    this.#at = event.sequence;
    return event;
  }

  /** Waits until an event of the session, past or future, matches; it does not move the cursor. */
  async until(test: (event: UniversalEvent) => boolean): Promise<UniversalEvent> {
    const { params } = await this.client.until(
      ({ method, params }) =>
        method === 'event' && params.session_id === this.id && test(params as unknown as UniversalEvent),
    );
    return params as unknown as UniversalEvent;
  }

  /** Moves the cursor past all events so far. */
  skip(): void {
    this.#at = this.events().at(-1)?.sequence ?? 0;
  }

  send(message: string, more: object = {}): Promise<unknown> {
    return this.client.call('session/send', { sessionId: this.id, message, ...more });
  }

  /** Sends a message and waits for the end of the turn. */
  async turn(message: string): Promise<Turn> {
    await this.send(message);
    return this.turnEnd();
  }

  /** Waits for the end of the next turn. */
  async turnEnd(): Promise<Turn> {
    return this.turnOf(await this.next('turn.ended'));
  }

  /** The turn that ends with the given event. */
  turnOf(end: UniversalEvent): Turn {
    const turnId = end.type === 'turn.ended' ? end.data.turn_id : null;
    const events = this.events();
    const start = events.findLastIndex(
      (event) => event.type === 'turn.started' && event.data.turn_id === turnId,
    );
    return new Turn(events.slice(start, end.sequence));
  }

  /** Replies to the next permission request. */
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
    await this.answerTo(request.data.question_id, answers);
    return request.data;
  }

  answerTo(questionId: string, answers: string[][]): Promise<unknown> {
    return this.client.call('question/reply', { sessionId: this.id, questionId, answers });
  }

  interrupt(threadId: string | null = null): Promise<unknown> {
    return this.client.call('session/interrupt', { sessionId: this.id, threadId });
  }

  /** Terminates the session and checks all of its events against the contract. */
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
    expect(rawViolations(events)).toEqual([]);
    expect(vocabularyProblems(events)).toEqual([]);
    expect(checkStream(events, '--raw')).toBe('');
    expect(events.filter(({ type }) => type === 'agent.unparsed')).toEqual([]);
  }
}

/** The events of a turn, with accessors for common assertions. */
export class Turn {
  readonly events: UniversalEvent[];

  constructor(events: UniversalEvent[]) {
    this.events = events;
  }

  get outcome(): unknown {
    return this.end?.outcome;
  }

  of<T extends EventType>(type: T): EventOf<T>[] {
    return this.events.filter((event): event is EventOf<T> => event.type === type);
  }

  /** Completed items. */
  items(kind: UniversalItem['kind'], role?: UniversalItem['role']): UniversalItem[] {
    return this.of('item.completed')
      .map(({ data }) => data.item)
      .filter((item) => item.kind === kind && (role === undefined || item.role === role));
  }

  /** The texts of the assistant's messages. */
  get texts(): string[] {
    return this.items('message', 'assistant').flatMap(({ content }) =>
      content.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
    );
  }

  get thoughts(): string[] {
    return this.items('message', 'assistant').flatMap(({ content }) =>
      content.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])),
    );
  }

  get toolCalls(): ToolCallPart[] {
    return this.items('tool_call').flatMap(({ content }) =>
      content.flatMap((part) => (part.type === 'tool_call' ? [part] : [])),
    );
  }

  /** The names of the tools that were called. */
  get calls(): string[] {
    return this.toolCalls.map(({ name }) => name);
  }

  /** Notices and progress, without the runs of sub-agents. */
  get notices(): Notice[] {
    return this.items('status').flatMap((item) => (isRun(item) ? [] : [noticeOf(item)]));
  }

  /** The metadata of the end of the turn. */
  get end(): EventOf<'turn.ended'>['data']['metadata'] | undefined {
    return this.of('turn.ended')[0]?.data.metadata;
  }

  /** Status and output of tool results. */
  get results(): { status: string; output: string }[] {
    return this.items('tool_result').flatMap(({ status, content }) =>
      content.flatMap((part) => (part.type === 'tool_result' ? [{ status, output: part.output }] : [])),
    );
  }

  get diffs(): { path: string; action: string; diff: string }[] {
    return this.of('item.completed').flatMap(({ data }) =>
      data.item.content.flatMap((part) =>
        part.type === 'file_ref' && typeof part.diff === 'string' ? [{ ...part, diff: part.diff }] : [],
      ),
    );
  }

  get errors() {
    return this.of('error').map(({ data }) => data);
  }
}

export interface Notice {
  label: string;
  detail: string | null;
  fields: unknown;
}

/** A status item as clients read it. */
export function noticeOf({ content }: UniversalItem): Notice {
  const status = content.find((part) => part.type === 'status');
  const json = content.find((part) => part.type === 'json');
  return { label: status?.label ?? '', detail: status?.detail ?? null, fields: json?.json ?? null };
}

/** A summary for failed tests. */
function digest(events: readonly UniversalEvent[]): string {
  return events
    .map(({ sequence, type, data }) => `${sequence} ${type} ${JSON.stringify(data).slice(0, 300)}`)
    .join('\n');
}
