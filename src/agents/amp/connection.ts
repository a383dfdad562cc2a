import type { PermissionReply, Prompt } from '../../schema/index.js';
import type {
  AgentLogger,
  AgentProcess,
  Connection,
  ConnectionContext,
  ConnectionReady,
  ProcessExit,
} from '../agent.js';
import { cleanExit } from '../kit/exits.js';
import { InOrder } from '../kit/in-order.js';
import { versionOf } from '../kit/program.js';
import { argumentsFor } from './arguments.js';
import { ConnectionFiles } from './connection-files.js';
import { hasCredentials } from './credentials.js';
import { mcpConfig } from './mcp-config.js';
import { type NativeOf, parser } from './native.js';
import type { Notice } from './notices.js';
import { helperFiles } from './permission-server.js';
import { Permissions } from './permissions.js';
import { userLine } from './prompt.js';

export interface AmpConnectionOptions {
  /** The daemon's environment. */
  env: NodeJS.ProcessEnv;
  /** The parent folder of every connection's files. */
  folder: string;
  /** Removes the files of a daemon that was killed. */
  tidy?(): Promise<void>;
  logger?: Pick<AgentLogger, 'error'>;
}

/** The files passed on the command line. */
interface Files {
  settingsFile: string;
  mcpFile: string | null;
}

const NO_WAY_WITHOUT =
  'Amp was not started: it has no option to leave out what a folder brings (.amp, .agents), and this one is not trusted';
const NO_KEY = 'Amp has no key: set AMP_API_KEY, or log in with "amp login"';

/**
 * Our end of the Amp CLI's protocol: one process per session, one JSON object per line. There is no handshake. The only
 * way to interrupt a turn is a signal that ends the process; the next message starts another one on the same thread.
 */
export class AmpConnection implements Connection {
  readonly #context: ConnectionContext;
  readonly #options: AmpConnectionOptions;
  #connectionFiles: ConnectionFiles | null = null;
  #permissions: Permissions | null = null;
  #files: Files | null = null;
  #process: AgentProcess | null = null;
  #thread: string | null;
  /** Keeps messages in order: reading attachments takes time. */
  readonly #messages = new InOrder();
  /** Resolves when the latest process has exited and its exit was handled. */
  #exitHandled: Promise<void> = Promise.resolve();
  #isInterrupted = false;
  #isStopped = false;
  #failure: string | null = null;
  #released: Promise<void> = Promise.resolve();
  #isExitReported = false;

  constructor(context: ConnectionContext, options: AmpConnectionOptions) {
    this.#context = context;
    this.#options = options;
    this.#thread = context.resume;
  }

  async start(): Promise<ConnectionReady> {
    const context = this.#context;
    const env = { ...this.#options.env, ...context.env };
    if (context.trust?.isTrusted === false) throw new Error(NO_WAY_WITHOUT);
    // Without credentials the CLI would open a browser and wait for a login code.
    if (!hasCredentials(env)) throw new Error(NO_KEY);
    const version = await versionOf(context.program);
    await this.#options.tidy?.();
    const files = await ConnectionFiles.in(this.#options.folder);
    this.#connectionFiles = files;
    this.#permissions = new Permissions(context, files.socket, (notice) => this.#notify(notice));
    await this.#permissions.open();
    this.#files = {
      settingsFile: await this.#permissions.writeSettings(files, context, env),
      mcpFile: isEmpty(context.mcp) ? null : await files.write('mcp.json', mcpConfig(context.mcp)),
    };
    if (this.#isStopped) throw new Error('stopped before it was started');
    this.#spawn(this.#files);
    return { nativeSessionId: context.resume, metadata: version === null ? {} : { version } };
  }

  prompt(prompt: Prompt): Promise<void> {
    return this.#send(prompt, false);
  }

  steer(prompt: Prompt): Promise<void> {
    return this.#send(prompt, true);
  }

  async interrupt(): Promise<void> {
    await this.#messages.idle;
    if (this.#process === null || this.#isInterrupted) return;
    this.#isInterrupted = true;
    this.#process.signal('SIGINT');
  }

  async replyPermission(key: string, reply: PermissionReply, message: string | null): Promise<void> {
    this.#permissions?.reply(key, reply, message);
  }

  /** Amp never asks questions. */
  async answerQuestion(): Promise<void> {}
  async rejectQuestion(): Promise<void> {}

  /** Settings are command-line arguments and files, which a running process does not reread. */
  async configure(): Promise<'restart'> {
    return 'restart';
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#process?.endInput();
    await this.#process?.stop();
    await this.#exitHandled;
    await this.#release();
    // The exit of an interrupted process was not reported.
    if (this.#files !== null) this.#end(cleanExit);
  }

  #send(prompt: Prompt, isSteered: boolean): Promise<void> {
    return this.#messages.run(async () => {
      const { line, text } = await userLine(prompt, this.#context.directory, isSteered);
      const process = await this.#ensureProcess();
      this.#notify({ type: 'prompted', messageId: prompt.messageId, text, isSteered });
      await process.write(JSON.stringify(line));
    });
  }

  /** The running process, or a new one after an interrupt. Never two at once: both would belong to the same session. */
  async #ensureProcess(): Promise<AgentProcess> {
    if (this.#isInterrupted) await this.#exitHandled;
    if (this.#process !== null) return this.#process;
    if (this.#isStopped || this.#files === null) throw new Error('Amp was stopped');
    return this.#spawn(this.#files);
  }

  #spawn(files: Files): AgentProcess {
    const { program, variant, agentMode, spawn } = this.#context;
    const process = spawn({
      command: program.command,
      args: [...program.args, ...argumentsFor({ variant, agentMode, thread: this.#thread, ...files })],
      onLine: (line, json) => this.#onLine(line, json),
      files: [...(this.#connectionFiles?.folders ?? []), ...helperFiles()],
    });
    this.#process = process;
    this.#exitHandled = process.exited.then((exit) => this.#onExit(exit));
    return process;
  }

  async #onExit(exit: ProcessExit): Promise<void> {
    this.#process = null;
    if (this.#isInterrupted && !this.#isStopped) {
      this.#isInterrupted = false;
      // A process that had just started exits without reporting the interrupt itself.
      return this.#notify({ type: 'interrupted' });
    }
    await this.#release();
    this.#end(this.#failure === null ? exit : { ...exit, failure: this.#failure });
  }

  /** Removes sockets and files. Callable repeatedly: a start that is under way may create them after a stop. */
  #release(): Promise<void> {
    this.#released = this.#released.then(async () => {
      await this.#permissions?.close();
      await this.#connectionFiles?.remove();
    });
    return this.#released;
  }

  #end(exit: ProcessExit): void {
    if (this.#isExitReported) return;
    this.#isExitReported = true;
    this.#context.onExit(exit);
  }

  #onLine(line: string, json: unknown): void {
    if (this.#failure !== null || line.trim() === '') return;
    if (line.startsWith('No API key found')) {
      this.#failure = NO_KEY;
      void this.#process?.stop();
      return;
    }
    // Only the first line names the thread; other lines are left to the translator.
    if (json === undefined && !line.includes('"init"')) return this.#context.onPayload(line);
    const parsed = parser.parse(line, json);
    if (parsed.ok && parsed.name === 'system/init') this.#thread = threadOf(parsed.message) ?? this.#thread;
    this.#context.onPayload(line, parsed);
  }

  /** Called from event handlers, where an exception would be uncaught. */
  #notify(notice: Notice): void {
    try {
      this.#context.onNotice(notice);
    } catch (error) {
      this.#options.logger?.error({ err: error, type: notice.type }, 'A notice could not be handled');
    }
  }
}

const threadOf = ({ session_id }: NativeOf<'system/init'>) => session_id ?? null;

function isEmpty(record: object): boolean {
  return Object.keys(record).length === 0;
}
