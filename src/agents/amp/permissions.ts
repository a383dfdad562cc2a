import type { PermissionReply } from '../../schema/index.js';
import type { ConnectionContext } from '../agent.js';
import { RequestInbox } from '../kit/inbox.js';
import type { ConnectionFiles } from './connection-files.js';
import type { Notice } from './notices.js';
import { PermissionServer } from './permission-server.js';
import { Policy, type ToolUse } from './policy.js';
import { sessionSettings, userSettings } from './settings.js';

/** Decides whether a tool may be used: by the policy if it covers the case, otherwise by asking the human. */
export class Permissions {
  readonly #policy: Policy;
  readonly #server: PermissionServer;
  readonly #notify: (notice: Notice) => void;
  readonly #inbox = new RequestInbox<ToolUse>();

  constructor(
    { permissionMode, directory }: Pick<ConnectionContext, 'permissionMode' | 'directory'>,
    socket: string,
    notify: (notice: Notice) => void,
  ) {
    this.#policy = new Policy(permissionMode, directory);
    this.#notify = notify;
    this.#server = new PermissionServer({
      socket,
      onAsk: (request, use) => void this.#ask(request, use),
      onGone: (request) => {
        if (this.#inbox.take(request)) notify({ type: 'permission_withdrawn', request });
      },
    });
  }

  open(): Promise<void> {
    return this.#server.open();
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  /** Writes the settings that make Amp ask; returns the file's path. */
  async writeSettings(
    files: ConnectionFiles,
    { permissionMode }: Pick<ConnectionContext, 'permissionMode'>,
    env: NodeJS.ProcessEnv,
  ): Promise<string> {
    const helper = files.path('ask');
    await this.#server.writeProgram(helper);
    const settings = sessionSettings(await userSettings(env), permissionMode, helper);
    return files.write('settings.json', settings);
  }

  /** Ignored if the request was withdrawn. */
  reply(request: string, reply: PermissionReply, message: string | null): void {
    const use = this.#inbox.take(request);
    if (use === undefined) return;
    if (reply === 'always') this.#policy.allowAlways(use);
    this.#server.reply(
      request,
      reply !== 'reject',
      message || 'The user does not want this tool to be used.',
    );
  }

  async #ask(request: string, use: ToolUse): Promise<void> {
    // The policy rejects if the session's folder no longer exists.
    if (await this.#policy.isAllowed(use).catch(() => false)) return this.#server.reply(request, true);
    if (!this.#server.isPending(request)) return;
    this.#inbox.add(request, use);
    this.#notify({ type: 'permission_asked', request, ...use });
  }
}
