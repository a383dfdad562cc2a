import type { ErrorCategory, ReportedUsage, UniversalEvent } from '../../../src/schema/index.js';
import type { Conversation } from '../../support/real/conversation.js';
import type { RealStage } from '../../support/real/stage.js';

/** Everything the suite needs to know about one agent. */
export interface AgentDriver {
  agent: string;
  /** Environment variables that let the agent start without a login. */
  credentials: Record<string, string>;
  /** Whether the agent's program can run here. */
  isAvailable(): boolean;
  /** Sets up the environment that all scenarios share. */
  open(): Promise<AgentSetup>;
  cues: Cues;
}

/** A folder that brings settings and programs. */
export interface FolderCue {
  /** Its files, by name, the one that the agent looks for first. Each of the programs that the agent runs by itself runs `command`. */
  files(command: string[]): Record<string, string>;
  /** The file with the folder's instructions. */
  instructions: string;
  /** Tells whether the model was told `INSTRUCTION-OF-<word>`: yes or no. */
  told(word: string): string;
}

export interface AgentSetup {
  stage: RealStage;
  /** The daemon's environment, through which it finds the agent's program, and the program its model. */
  env: Record<string, string>;
  /** The same with an unreachable model; absent for agents without a model. */
  unreachable?: Record<string, string>;
  /** Interrupts the model's responses to `cues.cut(word)`. */
  cut?(word: string): void;
}

/**
 * Messages that make the agent do something, and the expected effects. `null` means that the agent cannot do it, and skips
 * the scenarios; `test/conformance/agent.ts` checks that against the capabilities of the agent.
 */
export interface Cues {
  /** Replies with exactly these words. */
  echo(words: string): string;
  /** Repeats the conversation so far. */
  recall: { message: string; remembers(answer: string, messages: readonly string[]): boolean };
  /** Replies in several deltas. */
  stream: string | null;
  think: { message: string; thought: string } | null;
  /** Runs a command, without asking in bypass mode. */
  command(command: string): string;
  /** Runs a command that needs permission by default; `command` is the one that the agent actually runs. */
  askedCommand(command: string): { message: string; command: string };
  /** Creates and changes files in the session's directory. */
  edit(directory: string): Edit;
  /** Overwrites this file if it exists, after permission by default. */
  overwrite: ((directory: string) => { message: string; path: string }) | null;
  /** Writes a file with this absolute path; null if the agent only simulates it. */
  write: ((path: string) => string) | null;
  question: Asking | null;
  /** What a folder can bring for the agent; null if nothing, or if its program cannot be tried. */
  folder: FolderCue | null;
  /** Makes a to-do list of these entries, and updates it. */
  todo: { message: string; contents: readonly string[] } | null;
  /** Proposes a plan in plan mode: as a question, or as text. */
  plan: { message: string; proposal: string; isAsked: boolean } | null;
  /** Looks at attachments; `seen` matches the reply to an image and `notes.txt`. */
  attachments: { message: string; seen: RegExp | null } | null;
  /** Runs a sub-agent, which produces items of this kind. */
  delegate: { message: string; leaves: 'message' | 'tool_call' } | null;
  /** Lets a sub-agent run a command that needs permission by default. Some sub-agents outlive their turn. */
  delegateAsked: { message(command: string): string; endsWithTurn: boolean } | null;
  /** Sub-agents as threads; null if the agent's stream has only the calls. */
  threads: ThreadCues | null;
  /** Calls the `echo` tool of the MCP server `demo`, which is configured by the user, at least for a directory. */
  mcp: ((words: string, directory: string) => string | Promise<string>) | null;
  /** Uses the session's own MCP server `own`. */
  ownMcp: string | null;
  /** Lets the MCP server `own` ask the user. */
  mcpQuestion: string | null;
  /** Replies with the model and the effort in use. */
  settings: { message: string; model: string; variant: string; replyPattern: RegExp } | null;
  /** Starts a turn that does not end by itself. */
  hold: { message: string; isHeld(event: UniversalEvent): boolean };
  /** Works until `finish` is called, and can be steered meanwhile. */
  work: ((directory: string) => Promise<Work>) | null;
  /** Replies with `This begins and does end.`; the first reply is held in the middle. */
  cut: ((word: string) => string) | null;
  /** Turns that fail permanently. */
  failures: Failure[];
  compact: string | null;
  tells: Tells;
}

export interface Failure {
  name: string;
  message: string;
  shows: RegExp;
  /** By default that of the scripted failure with this name. */
  category?: ErrorCategory;
}

/** Facts that the agent tells by itself. */
export interface Tells {
  /** The model that answers. */
  model: boolean;
  /** The tokens that a response of the model spends; null if unknown. */
  usage: ReportedUsage | null;
  /** How full the context is. */
  context: boolean;
  /** A session's own MCP server that does not start. */
  mcpFailures: boolean;
}

export interface ThreadCues {
  /** Whether sub-agents end with the turn that started them. */
  endsWithTurn: boolean;
  /** A sub-agent says these words. */
  talk(words: string): string;
  /** A sub-agent that outlives its turn runs a command that needs permission; null if none does. */
  askLater: ((command: string) => string) | null;
  /** A sub-agent that does not end by itself. */
  hold: string;
  /** Resolves when the sub-agent is held, if its run alone does not show it. */
  isHeld?(session: Conversation): Promise<unknown>;
  /** A sub-agent starts another one, which says these words; null if it cannot. */
  nested: ((words: string) => string) | null;
  /** Two sub-agents at once, each with its words. */
  several(first: string, second: string): string;
  /** The second message lets the sub-agent of the first say these words; null if it cannot be addressed again. */
  again: { first: string; second(words: string): string } | null;
}

export interface Asking {
  message: string;
  prompt: string;
  options: string[];
  answer: string;
  /** Matches the agent's reply to the answer. */
  replyPattern: RegExp;
  /** The settings under which it asks. */
  settings?: object;
}

export interface Edit {
  message: string;
  path: string;
  diffs: RegExp[];
  /** The file's content afterwards; null if the agent only simulates edits. */
  content: string | null;
}

export interface Work {
  message: string;
  /** Resolves when the work has started. */
  begun(session: Conversation): Promise<unknown>;
  finish(): Promise<void>;
}
