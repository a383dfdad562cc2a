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
import type { FolderPlaces } from './kit/folder/places.js';
import type { McpServer } from './kit/mcp.js';
import type { AgentPackage } from './kit/package.js';
import type { Roots } from './kit/paths.js';

export type { ProcessExit } from '../schema/index.js';
export { approvalDiff } from './kit/approval-diff.js';
export { fileDiff } from './kit/diff.js';
export { folderContents } from './kit/folder/contents.js';
export type { FolderContents } from './kit/folder/places.js';
export { longLine } from './kit/long-line.js';
export { type McpServer, mcpServers } from './kit/mcp.js';
export type { Roots } from './kit/paths.js';
export { shortPath } from './kit/paths.js';
export { isWithin, realPath } from './kit/real-path.js';
export {
  type Content,
  contentAfter,
  contentBefore,
  filesOf,
  type RecordedEdit,
} from './kit/recorded-diff.js';
export { readRegularFile } from './kit/regular-file.js';

/** A running child process that exchanges lines of text. */
export interface AgentProcess {
  readonly pid: number;
  /** Writes a line; resolves when the pipe has room again. Writes to an exited process are ignored. */
  write(line: string): Promise<void>;
  /** Closes the process's standard input. */
  endInput(): void;
  /** Resolves when the process has exited and all of its output was passed to `onLine`. */
  readonly exited: Promise<ProcessExit>;
  /**
   * Stops reading standard output, so that the process blocks on its own write. Ignored once it has exited: what it had
   * written is read to the end.
   */
  pause(): void;
  resume(): void;
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
  /** Variables of the program itself, which no process around it has. Without line breaks. */
  secrets?: Readonly<Record<string, string>>;
  /** Called with each line of standard output, without the line break. `json`: its value, if it is known already. */
  onLine(line: string, json?: unknown): void;
  /**
   * Called with the beginning of a line that is longer than the limit, in bytes. The rest is not read. Reported as a
   * payload that cannot be parsed, unless a connection does it itself.
   */
  onLongLine?(head: string, limit: number): void;
  /** False if the process is of use without its standard output, such as one that is talked to by HTTP. */
  needsOutput?: boolean;
  /** Files that were made for this process, which it may read. */
  files?: readonly string[];
}

/** A decision about what a session's folder brings. Sessions with different decisions share no process. */
export interface FolderTrust {
  /** If not, the agent must use nothing of it, but may still read the folder's instructions. */
  isTrusted: boolean;
  /** The hash of what was decided about. */
  contents: string;
}

/** Everything a connection gets from its session. */
export interface ConnectionContext extends SessionSettings {
  sessionId: string;
  program: Program;
  directory: string;
  /** The native id of the conversation to resume, or null for a new one. */
  resume: string | null;
  /**
   * Whether it is a conversation of this session. It may have been cut off before the agent stored it; another
   * session's must be there.
   */
  isOwnConversation?: boolean;
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
  /** The decision about what the session's folder brings, if it brings anything. */
  trust?: FolderTrust;
  /** The id of the token that created the session. Sessions of different tokens share no process. */
  token?: string;
  /** Whether the session may share no process with any other. */
  isAlone?: boolean;
  /** Lets a shared process read files that were attached to this session. */
  share?(process: ProcessName, paths: readonly string[]): Promise<void>;
  /**
   * Starts a process of this session's own. Its output is not read while the session has more than it can store. A
   * server that sessions share is always read.
   */
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
  /**
   * Releases what an idle session keeps from others, such as a lock on its conversation; the next message takes it up
   * again. Called from time to time while no message is being worked on: it does nothing if there is other work, or
   * nothing to release. Resolves with whether it has released anything: then it is not called again before the next message.
   */
  rest?(): Promise<boolean>;
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
  initial(roots?: Roots): State;
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
  /** Whether its processes are isolated, see `--isolate`. */
  isIsolated: boolean;
  /** Locates the program; rejects with a problem if it is not installed. */
  program(): Promise<Program>;
  /**
   * Starts a process that belongs to no session. The name marks the process and must be unique while it runs. The
   * default `cwd` is the daemon's data folder.
   */
  spawn(name: ProcessName, options: SharedSpawnOptions): AgentProcess;
  logger: AgentLogger;
}

export interface SharedSpawnOptions extends SpawnOptions {
  cwd?: string;
  /** The folder of the sessions that it is for; none by default. */
  directory?: string;
}

/** Session ids contain no colon, so these names never collide with them. */
export type ProcessName = `agent:${string}`;

export type AgentLogger = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;

/** A mode that the agent offers, but the installed version of its program lacks. */
export interface MissingMode {
  field: 'agentMode' | 'permissionMode';
  version: string | null;
}

/** An agent within one daemon, with whatever its sessions share, such as a server process. */
export interface AgentRuntime {
  connect(context: ConnectionContext): Connection;
  /** The default mode comes first. */
  modes(): Promise<AgentModeInfo[]>;
  models(): Promise<AgentModelsResponse>;
  /** Asks the program whether it has the modes of these settings, where not all versions have them. */
  missingMode?(settings: SessionSettings): Promise<MissingMode | null>;
  /** The status of the shared process; null if sessions share none. */
  status(): ServerStatusInfo | null;
  /** Stops everything that belongs to no session. */
  stop(): Promise<void>;
}

/** Where an agent keeps files of its own: in the folder that the variable names, else in the user's home. */
export interface OwnPlace {
  /** A variable with an absolute path. */
  variable?: string;
  /** Relative to the home; without it, there is no such place unless the variable is set. */
  home?: string;
  /** Relative to either. */
  inside?: string;
  /** A file is there or not; a folder is made, so that what the agent writes to it lasts. */
  kind?: 'folder' | 'file';
}

/** The parts of the machine that an agent needs besides its program and the session's folder. */
export interface AgentNeeds {
  /** Variables of the daemon's environment: its keys and settings. `*` at the end of a name stands for any ending. */
  environment: readonly string[];
  /** Its configuration and state, all that it may write of the home under strict isolation. */
  writable: readonly OwnPlace[];
  /** Whether its processes themselves use the state folder in the daemon's data. */
  usesStateFolder?: boolean;
}

/** How a human logs in to the agent's provider, in a terminal: arguments of the agent's own program. */
export interface AgentLogin {
  args: readonly string[];
  /** Tells by its exit code whether somebody is logged in, without the network; undefined if nothing does. */
  status?: readonly string[];
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
  /** The versions that were tested; undefined if the agent is part of Greenroom. */
  readonly testedVersions?: readonly string[];
  credentialsAvailable(env: NodeJS.ProcessEnv): boolean;
  /** Undefined if it has no login. */
  readonly login?: AgentLogin;
  /**
   * Variables that the agent sets for its child processes. The daemon may itself run inside an agent, so no agent
   * inherits them from it.
   */
  readonly hiddenEnvironment?: readonly string[];
  readonly needs: AgentNeeds;
  /** What a folder may bring that the agent runs or obeys, so that a human has to trust it first. */
  readonly folder: FolderPlaces;
  permissionModes: readonly PermissionMode[];
  /** Where it looks for skills, in the session's folder; undefined if it knows no skills. */
  readonly skillsFolder?: string;
  /** Called once per daemon. Starts nothing: processes start when they are needed. */
  open(deps: AgentDeps): AgentRuntime;
  readonly translator: AnyTranslator;
}
