import { join } from 'node:path';
import type { AgentDriver } from '../../conformance/agent/driver.js';
import { busyCommand } from '../../support/real/busy-command.js';
import { RealStage } from '../../support/real/stage.js';

/** The mock agent needs no model: the message says what it does. */
export const driver: AgentDriver = {
  agent: 'mock',
  credentials: {},
  isAvailable: () => true,
  open: async () => ({ stage: await RealStage.open(), env: {} }),
  cues: {
    echo: (words) => `echo ${words}`,
    recall: {
      message: 'count',
      remembers: (answer, messages) => Number(answer) === messages.length + 1,
    },
    stream: 'markdown',
    think: {
      message: 'Answer briefly and include your reasoning.',
      thought: 'The question is short, so the answer may be short too.',
    },
    command: (command) => `shell ${command}`,
    askedCommand: () => ({
      message: 'List files in the current directory using available tools.',
      command: 'ls',
    }),
    edit: () => ({
      message: 'tool',
      path: 'src/example.ts',
      diffs: [/^-export const example = 1;\n\+export const example = 2;$/m],
      content: null,
    }),
    // Asks for a command first.
    write: null,
    overwrite: (directory) => ({ message: 'permission', path: join(directory, 'mock.txt') }),
    todo: { message: 'todo', contents: ['Read the code', 'Change one line', 'Run the tests'] },
    folder: null,
    question: {
      message:
        'Use the AskUserQuestion tool to ask exactly one yes/no question, then wait for a reply. Do not answer yourself.',
      prompt: 'Proceed?',
      options: ['Yes', 'No'],
      answer: 'Yes',
      replyPattern: /Yes/,
    },
    plan: { message: 'plan', proposal: '2. Change one line', isAsked: true },
    attachments: { message: 'echo seen', seen: null },
    delegate: { message: 'subagent', leaves: 'tool_call' },
    delegateAsked: { message: (command) => `subagent ask ${command}`, endsWithTurn: true },
    threads: {
      endsWithTurn: false,
      talk: (words) => `subagent talk ${words.split(' ').length}`,
      askLater: (command) => `background ask ${command}`,
      hold: 'background hold',
      nested: (words) => `subagent nest ${words}`,
      several: (first, second) => `subagent each ${first} ${second}`,
      again: { first: 'subagent talk 3', second: (words) => `subagent again ${words}` },
    },
    mcp: null,
    ownMcp: null,
    mcpQuestion: null,
    settings: null,
    hold: {
      message: 'burst 1000000 16 20',
      isHeld: ({ type, source }) => type === 'item.delta' && source === 'agent',
    },
    async work(directory) {
      const { command, running, finish } = await busyCommand(directory);
      return { message: `shell ${command}`, begun: running, finish };
    },
    cut: null,
    failures: [{ name: 'an error', message: 'error', shows: /mock_error/, category: 'agent' }],
    compact: 'compact',
    tells: { model: true, usage: null, context: false, mcpFailures: false },
  },
};
