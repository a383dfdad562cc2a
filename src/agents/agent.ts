import type {
  AgentCapabilities,
  AgentModeInfo,
  AgentModelsResponse,
  Draft,
  PermissionMode,
  PermissionReply,
  ProcessExit,
  Prompt,
  ServerStatusInfo,
  SessionSettings,
} from '../schema/index.js';
import type { McpServer } from './kit/mcp.js';
import type { AgentPackage } from './kit/package.js';

export type { ProcessExit } from '../schema/index.js';
export { type McpServer, mcpServers } from './kit/mcp.js';

/** A running child process that exchanges lines of text. */
export interface AgentProcess {
  readonly pid: number;
  /** Writes a line; resolves when the pipe has room again. Writes to an exited process are ignored. */
  write(line: string): Promise<void>;
  /** Closes the process's standard input. */
  endInput(): void;
  /** Resolves when the process has exited and all of its output was passed to `onLine`. */
  readonly exited: Promise<ProcessExit>;
  /** Sends a signal to the process only, not to its children. Ignored if it has exited. */
  signal(name: NodeJS.Signals): void;
  /** Terminates the process and all its descendants, gracefully at first; resolves when all of them are gone. */
  stop(): Promise<ProcessExit>;
}

export interface SpawnOptions {
  command: string;
  args: string[];
  /** Added to the session's environment. */
  env?: Record<string, string>;
  /** Called with each line of standard output, without the line break. */
  onLine(line: string): void;
}

/** Everything a connection gets from its session. */
export interface ConnectionContext extends SessionSettings {
  sessionId: string;
  program: Program;
  directory: string;
  /** The native id of the conversation to resume, or null for a new one. */
  resume: string | null;
  /** Whether to resume a copy. Requires the capability `fork`. */
  fork: boolean;
  /** The session's own MCP servers, by name. Requires the capability `mcpServers`. */
  mcp: Readonly<Record<string, McpServer>>;
  /**
   * A folder for state that must survive the agent's process and the daemon. Created when first needed. The sessions
   * of an agent may share it, so one can resume another's conversation.
   */
  stateFolder?: string;
  /** The session's own environment variables; `spawn` adds them by itself. */
  env?: Record<string, string>;
  /** The trust decision for the session's folder. Sessions with different decisions share no process. */
  trust?: string;
  /** The id of the token that created the session. Sessions of different tokens share no process. */
  token?: string;
  spawn(options: SpawnOptions): AgentProcess;
  /** Called with each native payload as received, and its parsed form if the connection has parsed it. */
  onPayload(text: string, parsed?: unknown): void;
  /** Called with a notice of the connection. Notices and payloads are translated in order. */
  onNotice(notice: object): void;
  /** Called once, when the connection has ended: the process exited, or the session was detached from it. */
  onExit(exit: ProcessExit): void;
}

/** The result of the handshake. */
export interface ConnectionReady {
  nativeSessionId: string | null;
  /** For `session.started`: version, model and whatever else the provider reports. */
  metadata: Record<string, unknown>;
}

/** Our end of one agent's protocol, for one session: bytes and handshakes. The translator knows the universal schema. */
export interface Connection {
  /** Starts or joins the process and performs the handshake. If that fails, `onExit` gets the reason. */
  start(): Promise<ConnectionReady>;
  prompt(prompt: Prompt): Promise<void>;
  /** Only called if the agent has the capability `steer`. */
  steer(prompt: Prompt): Promise<void>;
  interrupt(): Promise<void>;
  /** Interrupts one sub-agent. Only called if the agent has the capability `interruptThread`. */
  interruptThread?(thread: string): Promise<void>;
  replyPermission(key: string, reply: PermissionReply, message: string | null): Promise<void>;
  answerQuestion(key: string, answers: string[][]): Promise<void>;
  rejectQuestion(key: string): Promise<void>;
  /**
   * Applies new settings, from the next turn at the latest. `restart` means that a running process cannot take them: the
   * session restarts it before the next message, with the new settings and `resume`.
   */
  configure(settings: SessionSettings): Promise<'taken' | 'restart'>;
  /** Ends the connection and every process that was started for it. */
  stop(): Promise<void>;
}

/**
 * Input of a translator: a native payload, or a notice of the connection. Events derived from a notice have the source
 * `daemon` and no native payload.
 */
export type TranslatorInput<Notice = never> =
  /** `parsed` is the result of the agent's parser, if the connection has already parsed the text. */
  { from: 'agent'; text: string; parsed?: unknown } | { from: 'connection'; notice: Notice };

/** A pure function of a state and one input. */
export interface Translator<State, Notice = never> {
  initial(): State;
  /** A payload that cannot be understood becomes an `agent.unparsed` draft. */
  translate(state: State, input: TranslatorInput<Notice>): { state: State; drafts: Draft[] };
}

/** A translator whose types of state and notices are private to its agent. */
export type AnyTranslator = Translator<unknown, object>;

/** How to run an agent's program. */
export interface Program {
  command: string;
  /** Arguments before the agent's own, e.g. a script for node. */
  args: string[];
  /** The program's file, as shown to users. */
  path: string;
}

/** Everything an agent gets from its daemon. */
export interface AgentDeps {
  env: NodeJS.ProcessEnv;
  /** A folder for state that must survive the agent's processes. Created when first needed. */
  stateFolder: string;
  /** Locates the program; rejects with a problem if it is not installed. */
  program(): Promise<Program>;
  /**
   * Starts a process that belongs to no session. The name marks the process and must be unique while it runs. The
   * default `cwd` is the daemon's data folder.
   */
  spawn(name: ProcessName, options: SpawnOptions & { cwd?: string }): AgentProcess;
  logger: AgentLogger;
}

/** Session ids contain no colon, so these names never collide with them. */
export type ProcessName = `agent:${string}`;

export type AgentLogger = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;

/** An agent within one daemon, with whatever its sessions share, such as a server process. */
export interface AgentRuntime {
  connect(context: ConnectionContext): Connection;
  /** The default mode comes first. */
  modes(): Promise<AgentModeInfo[]>;
  models(): Promise<AgentModelsResponse>;
  /** The status of the shared process; null if sessions share none. */
  status(): ServerStatusInfo | null;
  /** Stops everything that belongs to no session. */
  stop(): Promise<void>;
}

/** An agent: its identity, capabilities, program and protocol. */
export interface Agent {
  readonly id: string;
  readonly name: string;
  readonly capabilities: AgentCapabilities;
  /** Whether the provider echoes the user's messages as items of its own. */
  readonly echoesUser: boolean;
  /** The npm package; null if the agent is part of Greenroom. */
  readonly package: AgentPackage | null;
  /** Locates the program; null if it is not installed. */
  locate(env: NodeJS.ProcessEnv, dataFolder: string): Promise<Program | null>;
  version(program: Program): Promise<string | null>;
  credentialsAvailable(env: NodeJS.ProcessEnv): boolean;
  /**
   * Variables that the agent sets for its child processes. The daemon may itself run inside an agent, so no agent
   * inherits them from it.
   */
  readonly hiddenEnvironment?: readonly string[];
  permissionModes: readonly PermissionMode[];
  /** Called once per daemon. Starts nothing: processes start when they are needed. */
  open(deps: AgentDeps): AgentRuntime;
  readonly translator: AnyTranslator;
}
