import type { PermissionReply } from '../../schema/index.js';
import type { ConnectionContext } from '../agent.js';
import type { Belongings } from './belongings.js';
import { PermissionDesk } from './desk.js';
import type { OwnPayload } from './native.js';
import { Policy, type ToolUse } from './policy.js';
import { sessionSettings, userSettings } from './settings.js';

/** Who is asked before a tool is used: nobody where the policy knows the answer, else the human. */
export class Permissions {
  readonly #policy: Policy;
  readonly #desk: PermissionDesk;
  readonly #tell: (payload: OwnPayload) => void;
  /** What waits for the human. */
  readonly #asked = new Map<string, ToolUse>();

  constructor(
    { permissionMode, directory }: Pick<ConnectionContext, 'permissionMode' | 'directory'>,
    socket: string,
    tell: (payload: OwnPayload) => void,
  ) {
    this.#policy = new Policy(permissionMode, directory);
    this.#tell = tell;
    this.#desk = new PermissionDesk({
      socket,
      onAsk: (request, use) => void this.#ask(request, use),
      onGone: (request) => {
        if (this.#asked.delete(request)) tell({ type: 'greenroom.permission_withdrawn', request });
      },
    });
  }

  open(): Promise<void> {
    return this.#desk.open();
  }

  close(): Promise<void> {
    return this.#desk.close();
  }

  /** Writes what makes Amp ask; the file to be named to it. */
  async writeSettings(
    belongings: Belongings,
    { permissionMode }: Pick<ConnectionContext, 'permissionMode'>,
    env: NodeJS.ProcessEnv,
  ): Promise<string> {
    const helper = belongings.path('ask');
    await this.#desk.writeProgram(helper);
    const settings = sessionSettings(await userSettings(env), permissionMode, helper);
    return belongings.write('settings.json', settings);
  }

  /** What is not asked any more has no use for a reply. */
  reply(request: string, reply: PermissionReply, message: string | null): void {
    const use = this.#asked.get(request);
    if (use === undefined) return;
    this.#asked.delete(request);
    if (reply === 'always') this.#policy.allowAlways(use);
    this.#desk.answer(request, reply !== 'reject', message || 'The user does not want this tool to be used.');
  }

  async #ask(request: string, use: ToolUse): Promise<void> {
    // A folder that is gone has no files in it.
    if (await this.#policy.isAllowed(use).catch(() => false)) return this.#desk.answer(request, true);
    if (!this.#desk.waits(request)) return;
    this.#asked.set(request, use);
    this.#tell({ type: 'greenroom.permission', request, ...use });
  }
}
