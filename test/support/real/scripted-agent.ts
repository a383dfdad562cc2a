import { join } from 'node:path';
import type { AgentDriver, Cues } from '../../conformance/agent/driver.js';
import { busyCommand } from './busy-command.js';
import { installed, isWanted } from './install.js';
import type { ModelApi } from './model-api.js';
import type { Scripts } from './script.js';
import { conformanceScripts, PLAN, question, THOUGHT, TODO, type Tools } from './scripts.js';
import { RealStage } from './stage.js';

/** An agent's real program with a scripted model. */
export interface ScriptedAgent {
  agent: string;
  credentials: Record<string, string>;
  /** The API of its model. */
  api: ModelApi;
  tools: Tools;
  /** Writes the program's configuration; returns the environment that points it to the model at a local port. */
  configure(stage: RealStage, port: number): Promise<Record<string, string>>;
  /** A model and variant other than the default; `replyPattern` matches them as the API received them. */
  settings: { model: string; variant: string; replyPattern: RegExp };
  /** Extracts the model and effort from an API request. */
  requested(body: Record<string, unknown>): { model: unknown; effort: unknown };
  /** For the agent's own scenarios. */
  scripts?: Scripts;
  /** Overrides of the default cues. */
  cues?: Partial<Cues>;
}

export function scriptedDriver(given: ScriptedAgent): AgentDriver {
  const { agent, credentials, api, tools, configure, settings, requested, scripts } = given;
  return {
    agent,
    credentials,
    isAvailable: () => isWanted(agent),
    cues: { ...scriptedCues(settings, tools, api), ...given.cues },
    async open() {
      const program = { [`GREENROOM_${agent.toUpperCase()}_BIN`]: await installed(agent) };
      const stage = await RealStage.open();
      const model = await api.serve(stage.socket(), {
        ...conformanceScripts(tools, api, requested),
        ...scripts,
      });
      stage.onClose(() => model.stop());
      const envAt = async (port: number) => ({
        ...program,
        ...credentials,
        ...(await configure(stage, port)),
      });
      return {
        stage,
        env: await envAt(await stage.portTo(model.path)),
        unreachable: await envAt(1),
        cut: (word) => model.cut(word),
      };
    },
  };
}

/** Asks the scripted model whether it knows the folder's instructions. */
export const told = (word: string) => `[[told ${word}]]`;

function scriptedCues(
  { model, variant, replyPattern }: ScriptedAgent['settings'],
  tools: Tools,
  { usage }: ModelApi,
): Cues {
  return {
    echo: (words) => `[[echo ${words}]]`,
    recall: { message: '[[recall]]', remembers },
    stream: '[[echo This is long enough to come in several pieces.]]',
    think: { message: '[[think]]', thought: THOUGHT },
    command: (command) => `[[run ${command}]]`,
    askedCommand: (command) => ({ message: `[[ask ${command}]]`, command }),
    edit(directory) {
      const path = join(directory, 'list.txt');
      const diffs = [/^\+one\n\+two$/m, /^-two\n\+three$/m];
      return { message: `[[edit ${path}]]`, path, diffs, content: 'one\nthree\n' };
    },
    overwrite(directory) {
      const path = join(directory, 'list.txt');
      return { message: `[[overwrite ${path}]]`, path };
    },
    write: (path) => `[[write ${path}]]`,
    question,
    folder: null,
    todo: tools.todo ? { message: '[[todo]]', contents: TODO } : null,
    plan: tools.plan ? { message: '[[plan]]', proposal: PLAN.trim(), isAsked: true } : null,
    attachments: { message: '[[look]]', seen: /^1 image, notes\.txt$/ },
    delegate: { message: '[[delegate echo from below]]', leaves: 'tool_call' },
    delegateAsked: { message: (command) => `[[delegate-asking ${command}]]`, endsWithTurn: true },
    threads: null,
    mcp: (words) => `[[mcp ${words}]]`,
    ownMcp: '[[own-mcp hello]]',
    mcpQuestion: '[[mcp-question]]',
    settings: { message: '[[settings]]', model, variant, replyPattern },
    hold: {
      message: '[[hold]]',
      isHeld: ({ type, source }) => type === 'item.delta' && source === 'agent',
    },
    async work(directory) {
      const { command, running, finish } = await busyCommand(directory);
      return { message: `[[work ${command}]]`, begun: running, finish };
    },
    cut: (word) => `[[cut ${word}]]`,
    failures: ['unauthorized', 'limited', 'overloaded'].map((name) => {
      return { name, message: `[[${name}]]`, shows: /\S/ };
    }),
    compact: '/compact',
    tells: { model: true, usage, context: true, mcpFailures: true },
  };
}

/** Whether the model has seen exactly the echo messages of the conversation. */
function remembers(answer: string, messages: readonly string[]): boolean {
  const isEcho = (tag: string) => tag.startsWith('echo ');
  const seen = new Set((JSON.parse(answer) as string[]).filter(isEcho));
  const sent = new Set(messages.map((message) => message.slice(2, -2)).filter(isEcho));
  return seen.size === sent.size && [...sent].every((tag) => seen.has(tag));
}
