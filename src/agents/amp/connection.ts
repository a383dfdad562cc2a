import type { PermissionReply, Prompt } from '../../schema/index.js';
import type {
  AgentLogger,
  AgentProcess,
  Connection,
  ConnectionContext,
  ConnectionReady,
  ProcessExit,
} from '../agent.js';
import { versionOf } from '../program.js';
import { argumentsFor } from './arguments.js';
import { Belongings } from './belongings.js';
import { hasCredentials } from './credentials.js';
import { mcpConfig } from './mcp-config.js';
import type { OwnPayload } from './native.js';
import { Permissions } from './permissions.js';
import { userLine } from './prompt.js';

export interface AmpConnectionOptions {
  /** The daemon's environment. */
  env: NodeJS.ProcessEnv;
  /** A folder for the files of all connections. */
  folder: string;
  /** Clears it of what a killed daemon left. */
  tidy?(): Promise<void>;
  logger?: Pick<AgentLogger, 'error'>;
}

/** What the command line names. */
interface Files {
  settingsFile: string;
  mcpFile: string | null;
}

const NO_KEY = 'Amp has no key: set AMP_API_KEY, or log in with "amp login"';
const CLEAN: ProcessExit = {
  code: 0,
  signal: null,
  stderr: { head: '', truncated: false, total_lines: 0 },
};

/**
 * Our end of the Amp CLI's protocol: a process a session, a JSON object a line. It knows no handshake, and no way to
 * be interrupted but a signal that ends it: the next message starts it again, on the same thread.
 */
export class AmpConnection implements Connection {
  readonly #context: ConnectionContext;
  readonly #options: AmpConnectionOptions;
  #belongings: Belongings | null = null;
  #permissions: Permissions | null = null;
  #files: Files | null = null;
  #process: AgentProcess | null = null;
  #thread: string | null;
  /** Done when the messages so far were sent. */
  #said: Promise<void> = Promise.resolve();
  /** Done when the latest process is gone, and all was told of it. */
  #left: Promise<void> = Promise.resolve();
  #isInterrupted = false;
  #isStopped = false;
  #failure: string | null = null;
  #released: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(context: ConnectionContext, options: AmpConnectionOptions) {
    this.#context = context;
    this.#options = options;
    this.#thread = context.resume;
  }

  async start(): Promise<ConnectionReady> {
    const context = this.#context;
    const env = { ...this.#options.env, ...context.env };
    // Without a key it would open a browser and wait for what is typed there.
    if (!hasCredentials(env)) throw new Error(NO_KEY);
    const version = await versionOf(context.program);
    await this.#options.tidy?.();
    const belongings = await Belongings.in(this.#options.folder);
    this.#belongings = belongings;
    this.#permissions = new Permissions(context, belongings.socket, (payload) => this.#tell(payload));
    await this.#permissions.open();
    this.#files = {
      settingsFile: await this.#permissions.writeSettings(belongings, context, env),
      mcpFile: isEmpty(context.mcp) ? null : await belongings.write('mcp.json', mcpConfig(context.mcp)),
    };
    if (this.#isStopped) throw new Error('ended before it was started');
    this.#spawn(this.#files);
    return { nativeSessionId: context.resume, metadata: version === null ? {} : { version } };
  }

  prompt(prompt: Prompt): Promise<void> {
    return this.#say(prompt, false);
  }

  steer(prompt: Prompt): Promise<void> {
    return this.#say(prompt, true);
  }

  async interrupt(): Promise<void> {
    await this.#said;
    if (this.#process === null || this.#isInterrupted) return;
    this.#isInterrupted = true;
    this.#process.signal('SIGINT');
  }

  async replyPermission(key: string, reply: PermissionReply, message: string | null): Promise<void> {
    this.#permissions?.reply(key, reply, message);
  }

  /** Amp asks no questions. */
  async answerQuestion(): Promise<void> {}
  async rejectQuestion(): Promise<void> {}

  /** Its settings are its arguments and files. */
  async configure(): Promise<'restart'> {
    return 'restart';
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#process?.endInput();
    await this.#process?.stop();
    await this.#left;
    await this.#release();
    // A process that was interrupted has gone before, and nobody was told.
    if (this.#files !== null) this.#end(CLEAN);
  }

  /** One after the other: a message with attachments takes longer to write down than one without. */
  #say(prompt: Prompt, steer: boolean): Promise<void> {
    const said = this.#said.then(async () => {
      const { line, text } = await userLine(prompt, this.#context.directory, steer);
      const process = await this.#live();
      this.#tell({ type: 'greenroom.prompt', message_id: prompt.messageId, text, steer });
      await process.write(JSON.stringify(line));
    });
    this.#said = said.catch(() => {});
    return said;
  }

  /** The process, or the next one where it was interrupted. Never two at once: the end of one would end both. */
  async #live(): Promise<AgentProcess> {
    if (this.#isInterrupted) await this.#left;
    if (this.#process !== null) return this.#process;
    if (this.#isStopped || this.#files === null) throw new Error('Amp has ended');
    return this.#spawn(this.#files);
  }

  #spawn(files: Files): AgentProcess {
    const { program, variant, agentMode, spawn } = this.#context;
    const process = spawn({
      command: program.command,
      args: [...program.args, ...argumentsFor({ variant, agentMode, thread: this.#thread, ...files })],
      onLine: (line) => this.#onLine(line),
    });
    this.#process = process;
    this.#left = process.exited.then((exit) => this.#onExit(exit));
    return process;
  }

  async #onExit(exit: ProcessExit): Promise<void> {
    this.#process = null;
    if (this.#isInterrupted && !this.#isStopped) {
      this.#isInterrupted = false;
      // It may have been too young to say so itself.
      return this.#tell({ type: 'greenroom.interrupted' });
    }
    await this.#release();
    this.#end(this.#failure === null ? exit : { ...exit, failure: this.#failure });
  }

  /** Leaves nothing behind. Not once only: who is stopped while it starts may still come to have something. */
  #release(): Promise<void> {
    this.#released = this.#released.then(async () => {
      await this.#permissions?.close();
      await this.#belongings?.remove();
    });
    return this.#released;
  }

  #end(exit: ProcessExit): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#context.onExit(exit);
  }

  #onLine(line: string): void {
    if (this.#failure !== null || line.trim() === '') return;
    if (line.startsWith('No API key found')) {
      this.#failure = NO_KEY;
      void this.#process?.stop();
      return;
    }
    this.#thread = threadIn(line) ?? this.#thread;
    this.#context.onPayload(line);
  }

  /** Nobody else is there to catch what goes wrong here. */
  #tell(payload: OwnPayload): void {
    try {
      this.#context.onPayload(JSON.stringify(payload));
    } catch (error) {
      this.#options.logger?.error({ err: error, type: payload.type }, 'A payload could not be handled');
    }
  }
}

/** The thread that the first line of a process tells. */
function threadIn(line: string): string | null {
  if (!line.includes('"init"')) return null;
  try {
    const { type, session_id } = JSON.parse(line) as { type?: unknown; session_id?: unknown };
    return type === 'system' && typeof session_id === 'string' ? session_id : null;
  } catch {
    return null;
  }
}

function isEmpty(record: object): boolean {
  return Object.keys(record).length === 0;
}
