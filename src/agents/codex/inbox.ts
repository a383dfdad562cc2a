import { type Message, parseMessage } from './native.js';
import { type NativeRequest, type RequestId, requestKey } from './native-requests.js';
import { isOrdinaryEdit } from './policy.js';
import { rejection } from './replies.js';

export interface InboxOptions {
  answer(id: RequestId, result: unknown): Promise<void>;
  /** The folder inside which edits need no human; null where there is none. */
  editable(): string | null;
}

const NO_TOOLS = {
  contentItems: [{ type: 'inputText', text: 'This client offers no tools.' }],
  success: false,
};

/** What the server asked of a session: answered here, or kept until a human has answered. */
export class Inbox {
  readonly #options: InboxOptions;
  /** What waits for a human, by the key that the translator gives it. */
  readonly #requests = new Map<string, NativeRequest>();
  /** The files of patches under way: the request to approve one does not name them. */
  readonly #patches = new Map<string, string[]>();

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /** Takes a request: it is for a `human`, was `answered`, or is `unknown`. */
  take(message: Message & { id: RequestId }): 'human' | 'answered' | 'unknown' {
    if (message.method === 'item/tool/call') {
      void this.#options.answer(message.id, NO_TOOLS);
      return 'answered';
    }
    const parsed = parseMessage(message);
    if (!parsed.ok) return 'unknown';
    const request = parsed.message as NativeRequest;
    if (this.#isAccepted(request)) {
      void this.#options.answer(request.id, { decision: 'accept' });
      return 'answered';
    }
    this.#requests.set(requestKey(request), request);
    return 'human';
  }

  /** Looks at a notification for what it tells about requests. */
  watch({ method, params }: Message): void {
    if (method === 'serverRequest/resolved') this.#resolved((params as { requestId?: unknown }).requestId);
    if (!String(method).startsWith('item/')) return;
    const { turnId, item } = params as { turnId?: string; item?: { type?: string; id?: string } };
    if (item?.type !== 'fileChange') return;
    const key = `${turnId}/${item.id}`;
    if (method === 'item/started') this.#patches.set(key, pathsOf(item));
    else this.#patches.delete(key);
  }

  /** Gives a human's reply. What the server has withdrawn meanwhile needs none. */
  async settle(key: string, reply: (request: NativeRequest) => unknown): Promise<void> {
    const request = this.#requests.get(key);
    if (request === undefined) return;
    this.#requests.delete(key);
    await this.#options.answer(request.id, reply(request));
  }

  /**
   * Says no to all that is still open but the requests of `turn`, which end with it. With the session's turn nobody
   * is asked any more, while a sub-agent may run on, and would wait for ever.
   */
  abandon(turn: string): void {
    for (const [key, request] of this.#requests) {
      if (request.params.turnId !== turn) void this.settle(key, rejection);
    }
  }

  #isAccepted({ method, params }: NativeRequest): boolean {
    const editable = this.#options.editable();
    if (editable === null || method !== 'item/fileChange/requestApproval' || params.grantRoot) return false;
    return isOrdinaryEdit(this.#patches.get(`${params.turnId}/${params.itemId}`) ?? [], editable);
  }

  #resolved(id: unknown): void {
    for (const [key, request] of this.#requests) if (request.id === id) this.#requests.delete(key);
  }
}

/** Where a patch writes: also where it moves a file to. */
function pathsOf(item: object): string[] {
  const { changes = [] } = item as { changes?: { path: string; kind?: { move_path?: string | null } }[] };
  return changes.flatMap(({ path, kind }) => (kind?.move_path ? [path, kind.move_path] : [path]));
}
