import type {
  AgentCommand,
  ChangesResponse,
  FileMatch,
  PendingRequests,
  PermissionReply,
  Refusal,
  SearchResponse,
  SessionCheckpoint,
  SessionInfo,
  SessionQueue,
  SessionState,
  StoredAttachment,
  UniversalEvent,
} from '../schema/index.js';
import type { Abortable } from './abort.js';
import type { Connection } from './connection.js';
import type { Feeds } from './feeds.js';
import type { HttpCalls } from './http-calls.js';
import type { SessionListener, SubscribeOptions, Subscription } from './listener.js';
import { messageId } from './message-id.js';
import type { SessionParams } from './methods.js';
import { SentMessage, type SentMessageDeps } from './sent-message.js';
import { type EventsOptions, sessionEvents } from './session-events.js';
import { Transcript } from './transcript/index.js';

export interface SendOptions extends Abortable, Omit<SessionParams<'session/send'>, 'message'> {}

export interface SessionDeps extends Omit<SentMessageDeps, 'sessionId' | 'subscribe' | 'call'> {
  connection: Connection;
  http: HttpCalls;
  feeds: Feeds;
}

/** A session on the daemon. Making one does nothing: it may exist, or be created later. */
export class Session {
  readonly id: string;
  readonly #deps: SessionDeps;

  constructor(id: string, deps: SessionDeps) {
    this.id = id;
    this.#deps = deps;
  }

  /** Its agent, status, title, usage … as they are now. */
  info(options?: Abortable): Promise<SessionInfo> {
    return this.#deps.connection.call('session/get', this.#named({}), options);
  }

  /**
   * Sends a message. Awaited, it resolves with the outcome of its turn; `for await` reads the events of the turn;
   * `accepted` resolves as soon as the daemon has it. While there is no connection it waits for one.
   */
  send(message: string, { signal, ...options }: SendOptions = {}): SentMessage {
    const { connection, feeds, ...deps } = this.#deps;
    const outgoing = { ...options, message, messageId: options.messageId ?? messageId() };
    return new SentMessage(
      outgoing,
      {
        ...deps,
        sessionId: this.id,
        subscribe: (...args) => feeds.subscribe(this.id, ...args),
        call: (...args) => connection.call(...args),
      },
      { signal },
    );
  }

  /** The events after `after`, then live ones, at the pace of the reader. Ends after `session.ended`. */
  events(options: EventsOptions = {}): AsyncGenerator<UniversalEvent, void, undefined> {
    return sessionEvents(this.#deps.feeds, this.id, options);
  }

  /** Calls back with events and changes as they arrive. There may be any number of subscriptions. */
  subscribe(listener: SessionListener, options: SubscribeOptions = {}): Subscription {
    return this.#deps.feeds.subscribe(this.id, listener, options);
  }

  /** The conversation so far. */
  async transcript({ signal }: Abortable = {}): Promise<Transcript> {
    const transcript = new Transcript();
    for (let hasMore = true; hasMore; ) {
      const page = await this.#deps.feeds.readPage(this.id, transcript.lastSequence, false, signal);
      for (const event of page.events) transcript.apply(event);
      ({ hasMore } = page);
    }
    return transcript;
  }

  /** The conversation as Markdown, or all events as JSON lines. */
  export(format: 'md' | 'jsonl', options?: Abortable): Promise<string> {
    return this.#deps.http.text(`GET /v1/sessions/:sessionId/transcript.${format}`, this.#path(), options);
  }

  /** The commands of its agent, which are sent as messages: `/name`, perhaps with arguments. */
  async commands(options?: Abortable): Promise<AgentCommand[]> {
    const route = 'GET /v1/sessions/:sessionId/commands';
    return (await this.#deps.http.json(route, this.#path(), options)).commands;
  }

  /** Files and folders of its folder by a part of their path, the best matches first. */
  async searchFiles(
    query: string,
    { limit, signal }: Abortable & { limit?: number } = {},
  ): Promise<FileMatch[]> {
    const parts = { query: { sessionId: this.id, query, ...(limit === undefined ? {} : { limit }) } };
    return (await this.#deps.http.json('GET /v1/fs/search', parts, { signal })).matches;
  }

  /** The pending permissions and questions. */
  requests(options?: Abortable): Promise<PendingRequests> {
    return this.#deps.http.json('GET /v1/sessions/:sessionId/requests', this.#path(), options);
  }

  /** `message` is the reason, which the agent is told on `reject`. */
  async replyPermission(
    permissionId: string,
    reply: PermissionReply,
    { message, signal }: Abortable & { message?: string | undefined } = {},
  ): Promise<void> {
    const why = message === undefined ? {} : { message };
    const params = this.#named({ permissionId, reply, ...why });
    await this.#deps.connection.call('permission/reply', params, { signal });
  }

  /** One list of answers per question. */
  async answerQuestion(questionId: string, answers: string[][], options?: Abortable): Promise<void> {
    await this.#deps.connection.call('question/reply', this.#named({ questionId, answers }), options);
  }

  async rejectQuestion(questionId: string, options?: Abortable): Promise<void> {
    await this.#deps.connection.call('question/reject', this.#named({ questionId }), options);
  }

  /** The messages that wait for the running turn to end. */
  queue(options?: Abortable): Promise<SessionQueue> {
    return this.#deps.connection.call('queue/list', this.#named({}), options);
  }

  /**
   * Edits a queued message, moves it or sends it now. Rejects with `revision_mismatch` if it is at another revision, and
   * with `message_delivered` if it has left the queue.
   */
  updateQueued(
    messageId: string,
    changes: Omit<SessionParams<'queue/update'>, 'messageId'>,
    options?: Abortable,
  ): Promise<SessionQueue> {
    return this.#deps.connection.call('queue/update', this.#named({ messageId, ...changes }), options);
  }

  /** Takes a queued message back. */
  removeQueued(messageId: string, options?: Abortable): Promise<SessionQueue> {
    return this.#deps.connection.call('queue/remove', this.#named({ messageId }), options);
  }

  /** Changes its model, variant, modes or title, effective from the next turn at the latest. */
  configure(changes: SessionParams<'session/configure'>, options?: Abortable): Promise<SessionInfo> {
    return this.#deps.connection.call('session/configure', this.#named(changes), options);
  }

  /** Interrupts the running turn, or all sub-agents if none is running, or the sub-agent of a thread. */
  async interrupt({ threadId, signal }: Abortable & { threadId?: string } = {}): Promise<void> {
    const params = this.#named(threadId === undefined ? {} : { threadId });
    await this.#deps.connection.call('session/interrupt', params, { signal });
  }

  /** Ends the session with all processes of its agent. It stays readable. */
  async terminate(options?: Abortable): Promise<void> {
    await this.#deps.connection.call('session/terminate', this.#named({}), options);
  }

  /** Ends the session and deletes it with its log. */
  delete(options?: Abortable): Promise<void> {
    return this.#deps.http.empty('DELETE /v1/sessions/:sessionId', this.#path(), options);
  }

  /** Uploads a file, for use in the `attachments` of a message. */
  upload(file: Blob, filename: string, options?: Abortable): Promise<StoredAttachment> {
    const parts = { ...this.#path(), query: { filename }, body: file };
    return this.#deps.http.json('POST /v1/sessions/:sessionId/attachments', parts, options);
  }

  /** An image of an item, by its index among the item's `image` parts. */
  image(itemId: string, index: number, options?: Abortable): Promise<Blob> {
    const path = { sessionId: this.id, itemId, index };
    return this.#deps.http.blob('GET /v1/sessions/:sessionId/items/:itemId/images/:index', { path }, options);
  }

  /** A page of events, with native payloads on request. `events` reads them all. */
  eventsPage(
    query: { offset?: number; limit?: number; includeRaw?: boolean } = {},
    options?: Abortable,
  ): Promise<{ events: UniversalEvent[]; hasMore: boolean }> {
    return this.#deps.http.json('GET /v1/sessions/:sessionId/events', { ...this.#path(), query }, options);
  }

  /** The files that it, or one of its turns, has changed by edits: one diff per file. */
  changes({ turn, signal }: Abortable & { turn?: string | undefined } = {}): Promise<ChangesResponse> {
    const parts = { ...this.#path(), query: { turn } };
    return this.#deps.http.json('GET /v1/sessions/:sessionId/changes', parts, { signal });
  }

  /**
   * A page of the items that have a text. `nextAfter`, unless it is null, is `after` of the next page, which may have
   * matches although this one has none.
   */
  search(
    text: string,
    { signal, ...range }: Abortable & { after?: number; limit?: number } = {},
  ): Promise<SearchResponse> {
    const parts = { ...this.#path(), query: { q: text, ...range } };
    return this.#deps.http.json('GET /v1/sessions/:sessionId/search', parts, { signal });
  }

  /** The state of its machine, now or after event `at`. */
  state({ at, signal }: Abortable & { at?: number | undefined } = {}): Promise<SessionState> {
    const parts = { ...this.#path(), query: { at } };
    return this.#deps.http.json('GET /v1/sessions/:sessionId/state', parts, { signal });
  }

  /** What was open after event `at`: a `Transcript` of the events that follow begins with it. */
  checkpoint(at: number, options?: Abortable): Promise<SessionCheckpoint> {
    const parts = { ...this.#path(), query: { at } };
    return this.#deps.http.json('GET /v1/sessions/:sessionId/checkpoint', parts, options);
  }

  /** Its machine as SVG with the active states, now or after event `at`. */
  diagram({ at, signal }: Abortable & { at?: number | undefined } = {}): Promise<string> {
    const parts = { ...this.#path(), query: { at } };
    return this.#deps.http.text('GET /v1/sessions/:sessionId/diagram.svg', parts, { signal });
  }

  /** The latest commands and drafts that it refused, oldest first. */
  async refusals(options?: Abortable): Promise<Refusal[]> {
    const route = 'GET /v1/sessions/:sessionId/refusals';
    return (await this.#deps.http.json(route, this.#path(), options)).refusals;
  }

  #path() {
    return { path: { sessionId: this.id } };
  }

  #named<T extends object>(params: T): T & { sessionId: string } {
    return { sessionId: this.id, ...params };
  }
}
