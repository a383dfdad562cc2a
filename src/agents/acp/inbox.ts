import type { PermissionMode, PermissionReply } from '../../schema/index.js';
import { isGuardedEdit, isOrdinaryEdit } from '../kit/edit-policy.js';
import { RequestInbox } from '../kit/inbox.js';
import type { RequestId } from '../kit/json-rpc.js';
import { elicitationContent } from './elicitation.js';
import type { Elicitation, PermissionRequest, ToolUpdate } from './native.js';
import { optionFor } from './permission-options.js';
import { pathsOf } from './tool-labels.js';

export interface InboxOptions {
  answer(id: RequestId, result: unknown): Promise<void>;
  directory: string;
}

type Waiting =
  | { name: 'permission'; request: PermissionRequest }
  | { name: 'question'; request: Elicitation };

const CANCELLED = { outcome: { outcome: 'cancelled' } };
const editKinds = ['edit', 'delete', 'move'];

/** The agent's requests: those that wait for a human, and those that the permission mode answers. */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #pending = new RequestInbox<Waiting>();
  /** The tools that may be asked about, as far as they are known: some requests only name them. */
  readonly #tools = new Map<string, ToolUpdate>();
  permissionMode: PermissionMode;

  constructor(options: InboxOptions, permissionMode: PermissionMode) {
    this.#options = options;
    this.permissionMode = permissionMode;
  }

  get isEmpty(): boolean {
    return this.#pending.requests.size === 0;
  }

  toolSeen(update: ToolUpdate): void {
    const { toolCallId: id, status } = update;
    if (status === 'completed' || status === 'failed') this.#tools.delete(id);
    else this.#tools.set(id, merged(this.#tools.get(id), update));
  }

  turnEnded(): void {
    this.#tools.clear();
  }

  /** Answers a permission if the session's mode covers it. Returns whether it did. */
  async decide({ id, params }: PermissionRequest): Promise<boolean> {
    const { toolCall, options } = params;
    const option = optionFor('once', options);
    if (
      option === undefined ||
      !(await this.#isCovered(merged(this.#tools.get(toolCall.toolCallId), toolCall)))
    )
      return false;
    await this.#options.answer(id, { outcome: { outcome: 'selected', optionId: option.optionId } });
    return true;
  }

  add(key: string, waiting: Waiting): void {
    this.#pending.add(key, waiting);
  }

  async reply(key: string, reply: PermissionReply): Promise<void> {
    await this.#pending.resolve(key, async ({ name, request }) => {
      if (name !== 'permission') return;
      const option = optionFor(reply, request.params.options);
      const outcome =
        option === undefined ? CANCELLED : { outcome: { outcome: 'selected', optionId: option.optionId } };
      await this.#options.answer(request.id, outcome);
    });
  }

  async answer(key: string, answers: string[][] | null): Promise<void> {
    await this.#pending.resolve(key, async ({ name, request }) => {
      if (name !== 'question') return;
      const content = answers === null ? null : elicitationContent(request.params, answers);
      await this.#options.answer(
        request.id,
        content === null ? { action: 'decline' } : { action: 'accept', content },
      );
    });
  }

  /** The agent does not wait for it any longer. */
  withdraw(id: RequestId): void {
    this.#pending.takeAll(({ request }) => request.id === id);
  }

  /** Nobody will reply: the turn is interrupted. */
  async cancelAll(): Promise<void> {
    for (const [, { name, request }] of this.#pending.takeAll())
      await this.#options.answer(request.id, name === 'permission' ? CANCELLED : { action: 'cancel' });
  }

  async #isCovered(tool: ToolUpdate): Promise<boolean> {
    const { directory } = this.#options;
    const paths = pathsIn(tool);
    const isEdit = editKinds.includes(tool.kind ?? '');
    if (this.permissionMode === 'bypass') return true;
    if (this.permissionMode !== 'acceptEdits' || !isEdit) return false;
    // Where the files cannot be looked at, a human decides.
    const isOrdinary = await isOrdinaryEdit(paths, directory).catch(() => false);
    return isOrdinary && !(await isGuardedEdit(paths, directory).catch(() => true));
  }
}

function pathsIn({ rawInput, locations, content }: ToolUpdate): string[] {
  const changes = (content ?? []).filter((each) => each.type === 'diff');
  return pathsOf({ input: rawInput, changes, paths: (locations ?? []).map(({ path }) => path) });
}

function merged(before: ToolUpdate | undefined, update: ToolUpdate): ToolUpdate {
  const given = Object.fromEntries(Object.entries(update).filter(([, value]) => value != null));
  return { ...before, ...given } as ToolUpdate;
}
