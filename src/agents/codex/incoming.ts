import type { PermissionReply } from '../../schema/index.js';
import { HeldQueue } from '../kit/held-queue.js';
import type { RpcMessage } from '../kit/json-rpc.js';
import { Inbox, type InboxOptions } from './inbox.js';
import { type CodexNative, type CodexParsed, type ParamsOf, parser } from './native.js';
import { isRequest, type NativeRequest } from './native-requests.js';
import type { CodexNotice } from './notices.js';
import type { ThreadLine } from './server.js';
import type { TurnWatch } from './turn-watch.js';

export interface IncomingOptions extends InboxOptions {
  refuse(request: RpcMessage): void;
  onPayload(text: string, parsed?: CodexParsed): void;
  onNotice(notice: CodexNotice): void;
  /** The turns of a thread: the session's own, or a sub-agent's. */
  turnsOf(thread: string): TurnWatch;
  /** Codex has unloaded a thread, e.g. that of a sub-agent that the model closed. */
  onUnloaded(thread: string): void;
}

const itemKey = ({ turnId, item }: ParamsOf<'item/started'>) => `${turnId}/${item.id}`;

const noTools = {
  contentItems: [{ type: 'inputText', text: 'This client offers no tools.' }],
  success: false,
};

/**
 * Everything that a connection hands on, in order. It waits for the answer that begins the session, and again while
 * the edit policy looks at a patch.
 */
export class Incoming {
  readonly #options: IncomingOptions;
  readonly #inbox: Inbox;
  /** Commands under way: Codex may leave them running when their turn ends. */
  readonly #commands = new Set<string>();
  readonly #queue = new HeldQueue<ThreadLine | CodexNotice>((input) => this.#receive(input));
  #release: () => void = () => {};
  #isClosed = false;

  constructor(options: IncomingOptions) {
    this.#options = options;
    this.#inbox = new Inbox(options);
    this.#queue.hold(
      new Promise<void>((resolve) => {
        this.#release = resolve;
      }),
    );
  }

  /** The session begins with this payload; everything that came before follows it. */
  begin(text: string, parsed: CodexParsed): void {
    this.#options.onPayload(text, parsed);
    this.#release();
  }

  push(input: ThreadLine | CodexNotice): void {
    this.#queue.push(input);
  }

  /** Whether no request waits for a human, and no command runs on. */
  get isIdle(): boolean {
    return this.#inbox.isEmpty && this.#commands.size === 0;
  }

  replyPermission(key: string, reply: PermissionReply): Promise<void> {
    return this.#inbox.replyPermission(key, reply);
  }

  /** Sends a human's reply to a request; a request that was withdrawn needs none. */
  reply(key: string, reply: (request: NativeRequest) => unknown): Promise<void> {
    return this.#inbox.reply(key, reply);
  }

  /** Nothing is handed on any more. */
  close(): void {
    this.#isClosed = true;
  }

  /** Handles one input; the next one waits for the promise, if there is one. */
  #receive(input: ThreadLine | CodexNotice): Promise<void> | undefined {
    if (this.#isClosed) return undefined;
    if ('type' in input) return void this.#options.onNotice(input);
    const { text, message, failure } = input;
    if (message === null) return void this.#options.onPayload(text, failure);
    const parsed = parser.parseValue(message);
    const handOn = () => {
      if (!this.#isClosed) this.#options.onPayload(text, parsed);
    };
    if (parsed.ok && isRequest(parsed)) return this.#inbox.receive(parsed, handOn);
    if (parsed.ok) this.#watch(parsed);
    else this.#answerUnknown(message);
    return void handOn();
  }

  #watch({ name, message }: CodexNative): void {
    switch (name) {
      case 'item/started':
        if (message.params.item.type === 'commandExecution') this.#commands.add(itemKey(message.params));
        return this.#inbox.patchStarted(message.params);
      case 'item/completed':
        this.#commands.delete(itemKey(message.params));
        return this.#inbox.patchEnded(message.params);
      case 'thread/status/changed':
        if (message.params.status.type === 'notLoaded') this.#options.onUnloaded(message.params.threadId);
        return;
      case 'serverRequest/resolved':
        return this.#inbox.withdraw(message.params.requestId);
      case 'turn/started':
      case 'turn/completed':
        return this.#watchTurn(name, message.params);
    }
  }

  #watchTurn(name: 'turn/started' | 'turn/completed', { threadId, turn }: ParamsOf<'turn/started'>): void {
    const turns = this.#options.turnsOf(threadId);
    if (name === 'turn/started') return turns.started(turn.id);
    turns.ended();
    // Codex never reports the end of a command that was interrupted before it ran.
    if (turn.status === 'interrupted')
      for (const key of this.#commands) if (key.startsWith(`${turn.id}/`)) this.#commands.delete(key);
  }

  #answerUnknown(message: RpcMessage): void {
    if (message.id === undefined) return;
    if (message.method === 'item/tool/call') void this.#options.answer(message.id, noTools);
    else this.#options.refuse(message);
  }
}
