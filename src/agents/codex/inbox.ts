import type { PermissionReply } from '../../schema/index.js';
import { isOrdinaryEdit } from '../kit/edit-policy.js';
import { RequestInbox } from '../kit/inbox.js';
import type { RequestId } from '../kit/json-rpc.js';
import { Grants } from './grants.js';
import type { ParamsOf } from './native.js';
import type { NativeChange } from './native-items.js';
import { isPermission, type NativeRequest, requestKey } from './native-requests.js';
import { permissionReply } from './replies.js';

export interface InboxOptions {
  answer(id: RequestId, result: unknown): Promise<void>;
  /** The folder in which edits are accepted; null where every edit needs a human. */
  editableFolder(): string | null;
}

interface Edit {
  paths: readonly string[];
  folder: string;
}

/** Codex's requests to one session: those that wait for a human, and those that the permission mode answers. */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #pending = new RequestInbox<NativeRequest>();
  /** The files of patches under way: the request to approve one does not name them. */
  readonly #patches = new Map<string, string[]>();
  readonly #grants = new Grants();

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /** Whether no request waits for a human. */
  get isEmpty(): boolean {
    return this.#pending.requests.size === 0;
  }

  /**
   * Keeps a request for a human, or accepts it. `ask` is called where a human is needed: at once, unless the files of
   * a patch have to be looked at first. Then there is a promise, and what follows the request has to wait for it.
   */
  receive(request: NativeRequest, ask: () => void): Promise<void> | undefined {
    if (isPermission(request) && this.#grants.cover(request, this.#filesOf(request)))
      return void this.#options.answer(request.message.id, permissionReply(request, 'always'));
    const edit = this.#acceptableEdit(request);
    if (edit === null) return void this.#keep(request, ask);
    return this.#decide(request, edit, ask);
  }

  patchStarted({ turnId, item }: ParamsOf<'item/started'>): void {
    if (item.type === 'fileChange') this.#patches.set(`${turnId}/${item.id}`, item.changes.flatMap(pathsOf));
  }

  patchEnded({ turnId, item }: ParamsOf<'item/completed'>): void {
    this.#patches.delete(`${turnId}/${item.id}`);
  }

  /** Sends a human's reply to a permission, and remembers one that is meant to last. */
  replyPermission(key: string, reply: PermissionReply): Promise<void> {
    return this.reply(key, (request) => {
      if (reply === 'always') this.#grants.add(request, this.#filesOf(request));
      return permissionReply(request, reply);
    });
  }

  /** Sends a human's reply. A request that was withdrawn needs none. */
  reply(key: string, reply: (request: NativeRequest) => unknown): Promise<void> {
    return this.#pending.resolve(key, (request) => this.#options.answer(request.message.id, reply(request)));
  }

  withdraw(id: RequestId): void {
    this.#pending.takeAll(({ message }) => message.id === id);
  }

  async #decide(request: NativeRequest, { paths, folder }: Edit, ask: () => void): Promise<void> {
    // Where the policy itself fails, a human decides.
    const isOrdinary = await isOrdinaryEdit(paths, folder).catch(() => false);
    if (isOrdinary) void this.#options.answer(request.message.id, { decision: 'accept' });
    else this.#keep(request, ask);
  }

  #keep(request: NativeRequest, ask: () => void): void {
    this.#pending.add(requestKey(request.message), request);
    ask();
  }

  /** A patch that the permission mode may accept, if its files allow it. */
  #acceptableEdit(request: NativeRequest): Edit | null {
    const folder = this.#options.editableFolder();
    if (folder === null || request.name !== 'item/fileChange/requestApproval') return null;
    const paths = this.#filesOf(request);
    return paths.length === 0 || request.message.params.grantRoot ? null : { paths, folder };
  }

  /** The files of the patch that a request is about. */
  #filesOf({ name, message }: NativeRequest): readonly string[] {
    if (name !== 'item/fileChange/requestApproval') return [];
    const { turnId, itemId } = message.params;
    return this.#patches.get(`${turnId}/${itemId}`) ?? [];
  }
}

function pathsOf({ path, kind }: NativeChange): string[] {
  return kind.move_path ? [path, kind.move_path] : [path];
}
