import type {
  AgentCapabilities,
  AgentModeInfo,
  AgentModelsResponse,
  Draft,
  PermissionMode,
  PermissionReply,
  Prompt,
  ServerStatusInfo,
  SessionSettings,
  Stderr,
} from '../schema/index.js';
import type { McpServer } from './mcp.js';
import type { AgentPackage } from './package.js';

export { type McpServer, mcpServers } from './mcp.js';

/** How an agent's process ended. */
export interface ProcessExit {
  /** null where a signal ended it. */
  code: number | null;
  signal: string | null;
  stderr: Stderr;
  /** Set where it never ran at all (not executable, no such folder). */
  failure?: string;
}

/** A running child process, as a connection sees it: lines in, lines out. */
export interface AgentProcess {
  readonly pid: number;
  /** Writes a line; resolves when the pipe has room again. A process that is gone swallows it. */
  write(line: string): Promise<void>;
  /** Closes its standard input. */
  endInput(): void;
  /** Resolves when it has exited and all of its output was handed on. */
  readonly exited: Promise<ProcessExit>;
  /** Sends a signal to the process itself and to nothing that it started. One that is gone does not hear it. */
  signal(name: NodeJS.Signals): void;
  /** Ends it with all that it started, politely first; resolves when nothing of it is left. */
  stop(): Promise<ProcessExit>;
}

export interface SpawnOptions {
  command: string;
  args: string[];
  /** Added to the environment that the session gives. */
  env?: Record<string, string>;
  /** Called with each line of standard output, without its end. */
  onLine(line: string): void;
}

/** What a connection is given by its session. */
export interface ConnectionContext extends SessionSettings {
  sessionId: string;
  /** The program, as found for this agent. */
  program: Program;
  directory: string;
  /** The native id of the conversation to go on with, or null for a new one. */
  resume: string | null;
  /** Whether to go on with a copy of it. Only where the agent's capabilities say `fork`. */
  fork: boolean;
  /** The MCP servers that the session brings, by name. Only where the agent's capabilities say `mcpServers`. */
  mcp: Readonly<Record<string, McpServer>>;
  /**
   * A folder for what must outlast the agent's process, kept across restarts. It is made when first needed.
   * Sessions of one agent may share it: that lets one go on with another's conversation.
   */
  stateFolder?: string;
  /** What the session adds to the environment. `spawn` adds it by itself; a shared process cannot have it. */
  env?: Record<string, string>;
  spawn(options: SpawnOptions): AgentProcess;
  /** Takes a native payload: its JSON text, and its parsed form where the connection had to parse it. */
  onPayload(text: string): void;
  /** Called once, when the connection is of no more use: the process exited or the session was detached. */
  onExit(exit: ProcessExit): void;
}

/** What the handshake told. */
export interface ConnectionReady {
  nativeSessionId: string | null;
  /** For `session.started`: version, model and what else the provider told. */
  metadata: Record<string, unknown>;
}

/** Our end of one agent's protocol, for one session. It knows bytes and handshakes and no universal schema. */
export interface Connection {
  /** Starts or joins the process and shakes hands. Rejects where that fails; `onExit` then tells why. */
  start(): Promise<ConnectionReady>;
  prompt(prompt: Prompt): Promise<void>;
  /** Only called where the agent's capabilities say `steer`. */
  steer(prompt: Prompt): Promise<void>;
  interrupt(): Promise<void>;
  replyPermission(key: string, reply: PermissionReply, message: string | null): Promise<void>;
  answerQuestion(key: string, answers: string[][]): Promise<void>;
  rejectQuestion(key: string): Promise<void>;
  /**
   * Takes new settings, at the latest for the next turn. `restart` where a running process cannot take them: the
   * session then starts it anew before the next message, with the settings and `resume`.
   */
  configure(settings: SessionSettings): Promise<'taken' | 'restart'>;
  /** Ends the agent's part in this session, with every process that it started for it. */
  stop(): Promise<void>;
}

/** A pure function of its small state and one native payload. */
export interface Translator<State> {
  initial(): State;
  /** `text` is the payload as it was sent. What cannot be understood becomes an `agent.unparsed` draft. */
  translate(state: State, text: string): { state: State; drafts: Draft[] };
}

/** Where an agent's program is. */
export interface Program {
  command: string;
  /** What comes before the agent's own arguments, e.g. a script for node. */
  args: string[];
  /** The file that stands for it when it is listed. */
  path: string;
}

/** What an agent is given by its daemon. */
export interface AgentGround {
  env: NodeJS.ProcessEnv;
  /** A folder for what must outlast the agent's processes. It is made when first needed. */
  stateFolder: string;
  /** The program, as it is found now; a problem where it is not installed. */
  program(): Promise<Program>;
  /**
   * Starts a process that belongs to no session. Its name is its own while it runs: it is found again by it.
   * Without a `cwd` it runs in the daemon's data folder.
   */
  spawn(name: ProcessName, options: SpawnOptions & { cwd?: string }): AgentProcess;
  logger: AgentLogger;
}

/** The colon is in no session's name, so that the end of one never ends the other. */
export type ProcessName = `agent:${string}`;

export type AgentLogger = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;

/** An agent that was opened: what it has once for a whole daemon, as some have a process that sessions share. */
export interface AgentHost {
  connect(context: ConnectionContext): Connection;
  /** The default first. */
  modes(): Promise<AgentModeInfo[]>;
  models(): Promise<AgentModelsResponse>;
  /** How the process that sessions share is; null where there is none to share. */
  status(): ServerStatusInfo | null;
  /** Ends what belongs to no session. */
  stop(): Promise<void>;
}

/** An agent: its identity, what it can do, where its program is. */
export interface Agent {
  readonly id: string;
  readonly name: string;
  readonly capabilities: AgentCapabilities;
  /** Whether the provider sends the user's messages back as items of its own. */
  readonly echoesUser: boolean;
  /** What it is installed from; null for one that comes with Greenroom. */
  readonly package: AgentPackage | null;
  /** Looks for the program; null if it is not installed. */
  locate(env: NodeJS.ProcessEnv, dataFolder: string): Promise<Program | null>;
  version(program: Program): Promise<string | null>;
  credentialsAvailable(env: NodeJS.ProcessEnv): boolean;
  permissionModes: readonly PermissionMode[];
  /** Called once a daemon. Nothing is started by it: a process starts when it is needed. */
  open(ground: AgentGround): AgentHost;
  readonly translator: Translator<unknown>;
}
