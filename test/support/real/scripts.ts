import type { PlanEntry } from '../../../src/schema/index.js';
import type { ModelApi } from './model-api.js';
import {
  type Moment,
  type Output,
  type Reply,
  type Script,
  type Scripts,
  say,
  steps,
  text,
  thought,
} from './script.js';

/** Builders for an agent's tool calls. */
export interface Tools {
  /** `asks`: the command must need permission even if the agent would not ask for it by default. */
  command(command: string, asks: boolean): Output;
  write(path: string, content: string): Output;
  /** Reads a file, if the agent insists on it before it overwrites one. */
  read?(path: string): Output;
  /** Replaces the second of two lines. */
  replaceSecondLine(path: string, first: string, before: string, after: string): Output;
  question(question: { header: string; question: string; options: string[] }): Output;
  mcp(server: string, tool: string, input: object): Output;
  /** Starts a sub-agent and waits for it. */
  delegate(prompt: string): (Output | ((results: string[]) => Output))[];
  /** Updates the plan or to-do list; absent if the agent has none. */
  todo?(entries: readonly PlanEntry[]): Output;
  /** Proposes a plan in Markdown, step by step; absent if the agent has no plan mode. */
  plan?(plan: string): (Reply | Script)[];
}

export const THOUGHT = 'What could be meant by that? Hardly more.';
export const PLAN = '# Plan\n\n1. Look\n2. Leap\n';

/** A to-do list that is updated once. */
export const TODO = ['Look', 'Leap'];
const todoLists: PlanEntry[][] = [
  ['in_progress', 'pending'],
  ['completed', 'in_progress'],
].map((statuses) =>
  TODO.map((content, index) => ({ content, status: statuses[index] as PlanEntry['status'] })),
);

export const question = {
  message: '[[question]]',
  prompt: 'Which colour?',
  options: ['Red', 'Blue'],
  answer: 'Blue',
  replyPattern: /^Heard: .*Blue/,
};

const held: Reply = { output: [text('This begins and does not')], ending: 'held' };
const done = say(text('Done.'));

/** Scripts by tag, the same for all agents. */
export function conformanceScripts(
  tools: Tools,
  api: ModelApi,
  requested: (body: Record<string, unknown>) => { model: unknown; effort: unknown },
): Scripts {
  const begun = new Set<string>();
  const delegation = (prompt: string): Script => {
    const calls = tools.delegate(prompt).map(
      (call): Script =>
        ({ results }) =>
          say(typeof call === 'function' ? call(results) : call),
    );
    return steps(...calls, say(text('My helper is back.')));
  };
  return {
    echo: ({ about }) => say(text(about)),
    recall: ({ tags }) => say(text(JSON.stringify(tags))),
    told: ({ about, body }) => say(text(body.includes(`INSTRUCTION-OF-${about}`) ? 'yes' : 'no')),
    think: () => say(thought(THOUGHT), text('I thought about it.')),
    run: steps(({ about }) => say(text('Let me see.'), tools.command(about, false)), done),
    ask: steps(({ about }) => say(text('Let me see.'), tools.command(about, true)), done),
    // Some agents put a steered message where tags are not parsed, so the whole body is searched.
    work: steps(
      ({ about }) => say(tools.command(about, false)),
      ({ body }) => say(text(`Done, after ${/(?<=\[\[echo )[^\]]*/.exec(body)?.[0]}.`)),
    ),
    edit: steps(
      ({ about }) => say(tools.write(about, 'one\ntwo\n')),
      ({ about }) => say(tools.replaceSecondLine(about, 'one', 'two', 'three')),
      done,
    ),
    overwrite: steps(
      ...(tools.read ? [({ about }: Moment) => say(tools.read!(about))] : []),
      ({ about }) => say(tools.write(about, 'replaced\n')),
      done,
    ),
    write: steps(
      ...(tools.read ? [({ about }: Moment) => say(tools.read!(about))] : []),
      ({ about }) => say(tools.write(about, 'changed\n')),
      done,
    ),
    ...(tools.todo && { todo: steps(...todoLists.map((list) => say(tools.todo!(list))), done) }),
    question: steps(
      say(tools.question({ header: 'Colour', question: question.prompt, options: question.options })),
      ({ results }) => say(text(`Heard: ${results[0]}`)),
    ),
    ...(tools.plan && { plan: steps(...tools.plan(PLAN)) }),
    look: ({ images, body }) => say(text(`${images} image, ${/notes\.txt/.exec(body)?.[0]}`)),
    delegate: (moment) => delegation(`[[below ${moment.about}]]`)(moment),
    'delegate-asking': (moment) => delegation(`[[below-asking ${moment.about}]]`)(moment),
    below: steps(({ about }) => say(tools.command(about, false)), say(text('I looked.'))),
    'below-asking': steps(({ about }) => say(tools.command(about, true)), say(text('I looked.'))),
    mcp: steps(({ about }) => say(tools.mcp('demo', 'echo', { text: about })), done),
    'own-mcp': steps(({ about }) => say(tools.mcp('own', 'echo', { text: about })), done),
    'mcp-question': steps(say(tools.mcp('own', 'ask', {})), done),
    settings: ({ body }) => {
      const { model, effort } = requested(JSON.parse(body));
      return say(text(`model ${model}, effort ${effort}`));
    },
    hold: () => held,
    // Held the first time only.
    cut: ({ about }) => {
      if (begun.has(about)) return say(text('This begins and does end.'));
      begun.add(about);
      return held;
    },
    unauthorized: () => api.failures.unauthorized,
    limited: () => api.failures.limited,
    overloaded: () => api.failures.overloaded,
  };
}
