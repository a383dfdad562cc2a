import { setImmediate as nextIteration } from 'node:timers/promises';
import { natural } from '../numbers.js';
import { SubAgent, type Task } from '../sub-agent.js';
import type { Thread } from '../thread.js';
import { useTool } from '../tool.js';
import type { Scenario, Turn } from '../turn.js';
import { splitFirstWord } from '../words.js';
import { edit } from './files.js';
import { execute } from './shell.js';

/** A sub-agent that ends with the turn. */
export const subagent: Scenario = (turn, rest) => delegateAll(turn, rest, false);

/** A sub-agent that goes on when the turn has ended. */
export const background: Scenario = (turn, rest) => delegateAll(turn, rest, true);

interface Assignment {
  title: string;
  task: Task;
  /** Calls a sub-agent that has worked before. */
  agent?: string | null;
}

const USAGE = 'ask [CMD], talk N, write PATH TEXT, hold, nest X, each X Y …, again X';

async function delegateAll(turn: Turn, rest: string, isBackground: boolean): Promise<void> {
  const [name, argument] = splitFirstWord(rest);
  const assignments = assign(turn, name.toLowerCase(), argument);
  if (assignments === null) return turn.say(`usage: ${isBackground ? 'background' : 'subagent'} ${USAGE}`);
  const message = turn.id('msg');
  turn.stream(['I will ask ', assignments.length === 1 ? 'a sub-agent.' : 'sub-agents.'], message);
  await Promise.all(assignments.map((each) => delegate(turn, each, { message, isBackground })));
}

function assign(turn: Turn, name: string, argument: string): Assignment[] | null {
  const count = natural(argument);
  switch (name) {
    case '':
      return [{ title: 'Find the example', task: explore }];
    case 'ask':
      return [{ title: 'Run a command', task: runCommand(argument || 'echo mock') }];
    case 'talk':
      return Number.isNaN(count) ? null : [{ title: `Say ${count} words`, task: talk(count) }];
    case 'write':
      return [{ title: `Write ${argument}`, task: write(argument) }];
    case 'hold':
      return [{ title: 'Hold the line', task: hold }];
    case 'nest':
      return [{ title: 'Delegate', task: nest(argument) }];
    case 'each':
      return argument.split(/\s+/).map((word) => ({ title: `Say ${word}`, task: say(word) }));
    case 'again':
      return [{ title: `Say ${argument}`, task: say(argument), agent: turn.session.lastAgent }];
    default:
      return null;
  }
}

function write(argument: string): Task {
  return async (thread) => {
    await edit(thread, 'write', argument);
    return 'Written.';
  };
}

/** Calls a sub-agent, and waits for it unless it works in the background. */
async function delegate(
  parent: Thread,
  { title, task, agent }: Assignment,
  { message, isBackground }: { message: string; isBackground: boolean },
): Promise<void> {
  const input = { agent: 'explorer', task: title, ...(isBackground ? { background: true } : {}) };
  await useTool(parent, { tool: 'agent', input, message }, (call) => {
    const id = agent ?? parent.id('agent');
    const worker = new SubAgent(parent.session, { id, parent, call, title, isBackground });
    const result = worker.run(task);
    if (!isBackground) return result;
    void result.then(({ ok, output }) => {
      if (ok) parent.session.notify(`${title}: ${output}`);
    });
    return { ok: true, output: `Started ${id} in the background.` };
  });
}

/** Sends a message and uses a tool. */
async function explore(agent: SubAgent): Promise<string> {
  const message = agent.id('msg');
  agent.stream(['I am looking ', 'for it.'], message);
  await useTool(agent, { tool: 'mock.search', input: { query: 'example' }, message }, () => ({
    ok: true,
    output: 'src/example.ts',
  }));
  return 'The example is in src/example.ts.';
}

function runCommand(command: string): Task {
  return async (agent) => {
    const isDone = await useTool(agent, { tool: 'shell', input: { command }, needs: 'command' }, (call) =>
      execute(agent, call, command),
    );
    return isDone ? 'The command has run.' : 'The command has not run.';
  };
}

function talk(count: number): Task {
  return async (agent) => {
    const message = agent.id('msg');
    agent.send({ type: 'message_start', message });
    for (let number = 0; number < count; number++) {
      const text = `${number === 0 ? '' : ' '}word${number}`;
      agent.send({ type: 'message_delta', message, text });
      agent.count(text.length);
      await agent.session.output.drained();
      // Lets an interrupt be read.
      await nextIteration();
    }
    agent.send({ type: 'message_end', message });
    return `I have said ${count} words.`;
  };
}

function say(text: string): Task {
  return async (agent) => {
    agent.say(text);
    return 'I have said it.';
  };
}

async function hold(agent: SubAgent): Promise<string> {
  const message = agent.id('msg');
  agent.send({ type: 'message_start', message });
  agent.send({ type: 'message_delta', message, text: 'I am holding' });
  await agent.wait(Number.POSITIVE_INFINITY);
  return 'I have held.';
}

function nest(text: string): Task {
  return async (agent) => {
    const message = agent.id('msg');
    agent.stream(['I will ask ', 'another one.'], message);
    await delegate(agent, { title: `Say ${text}`, task: say(text) }, { message, isBackground: false });
    return 'The other one has said it.';
  };
}
