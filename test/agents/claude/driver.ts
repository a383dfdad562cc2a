import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messagesApi } from '../../support/real/messages-api.js';
import { call, type Moment, type Output, type Script, say, steps, text } from '../../support/real/script.js';
import { scriptedDriver, told } from '../../support/real/scripted-agent.js';

const mcpServer = new URL('../../support/real/mcp.mjs', import.meta.url).pathname;

export const driver = scriptedDriver({
  agent: 'claude',
  credentials: { ANTHROPIC_API_KEY: 'not-a-key' },
  api: messagesApi,
  tools: {
    command: (command) => call('Bash', { command, description: 'A scripted command' }),
    write: (file_path, content) => call('Write', { file_path, content }),
    read: (file_path) => call('Read', { file_path }),
    replaceSecondLine: (file_path, _, old_string, new_string) =>
      call('Edit', { file_path, old_string, new_string }),
    question: ({ options, ...more }) =>
      call('AskUserQuestion', {
        questions: [{ ...more, multiSelect: false, options: options.map(choice) }],
      }),
    mcp: (server, tool, input) => call(`mcp__${server}__${tool}`, input),
    delegate: (prompt) => [agent(prompt)],
    // The CLI tells the model the path of the plan file.
    plan: (content) => [
      ({ body }) => say(call('Write', { file_path: planPath(body), content })),
      say(call('ExitPlanMode', {})),
      ({ results }) => say(text(`So it is: ${results[1]}`)),
    ],
  },
  async configure(stage, port) {
    const mcpServers = { demo: { type: 'stdio', command: process.execPath, args: [mcpServer] } };
    await writeFile(join(stage.home, '.claude.json'), JSON.stringify({ mcpServers }));
    return {
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_RETRIES: '1',
      DISABLE_AUTOUPDATER: '1',
    };
  },
  settings: { model: 'sonnet', variant: 'high', replyPattern: /sonnet.*effort high/ },
  requested: ({ model, output_config }) => ({
    model,
    effort: (output_config as { effort?: string } | undefined)?.effort,
  }),
  cues: {
    folder: {
      files: (command) => ({
        '.claude/settings.json': JSON.stringify({
          permissions: { allow: ['Bash'] },
          hooks: { SessionStart: [{ hooks: [{ type: 'command', command: command.join(' ') }] }] },
        }),
        '.mcp.json': JSON.stringify({
          mcpServers: { theirs: { command: command[0], args: command.slice(1) } },
        }),
      }),
      instructions: 'CLAUDE.md',
      told,
    },
    threads: {
      endsWithTurn: true,
      talk: (words) => `[[talk ${words}]]`,
      askLater: (command) => `[[ask-later ${command}]]`,
      hold: '[[hold-below]]',
      nested: (words) => `[[nested ${words}]]`,
      several: (first, second) => `[[several ${first}/${second}]]`,
      again: { first: '[[talk once]]', second: (words) => `[[talk-again ${words}]]` },
    },
    failures: [
      ['unauthorized', /401/],
      ['limited', /429/],
      ['overloaded', /529/],
    ].map(([name, shows]) => ({ name: `${name}`, message: `[[${name}]]`, shows: shows as RegExp })),
  },
  scripts: {
    talk: delegating(({ about }) => [agent(`[[echo ${about}]]`)]),
    'ask-later': delegating(({ about }) => [agent(`[[below-asking ${about}]]`, { background: true })]),
    'hold-below': delegating(() => [agent('[[hold]]')]),
    'hold-later': delegating(() => [agent('[[hold]]', { background: true })]),
    nested: delegating(({ about }) => [agent(`[[talk ${about}]]`)]),
    several: delegating(({ about }) => about.split('/').map((words) => agent(`[[echo ${words}]]`))),
    // The CLI tells the model the id of a sub-agent with its report.
    'talk-again': delegating(({ about, body }) => {
      const to = /agentId: (\w+)/.exec(body)?.[1] ?? 'nobody';
      return [call('SendMessage', { to, summary: 'Say it again', message: `[[echo ${about}]]` })];
    }),
    // The CLI requires that a file is read before it is changed.
    overwrite: steps(
      ({ about }) => say(call('Read', { file_path: about })),
      ({ about }) => say(call('Write', { file_path: about, content: 'one\n2\n2\n' })),
      ({ about }) =>
        say(call('Edit', { file_path: about, old_string: '2', new_string: 'two', replace_all: true })),
      say(text('Done.')),
    ),
    // Only streams are held; a response without streaming is complete.
    'cut-always': ({ body }) => {
      if (!body.includes('"stream":true')) return say(text('Half of a sentence, and the other half.'));
      return { output: [text('Half of a sent')], ending: 'held' };
    },
    'two-questions': steps(
      say(
        call('AskUserQuestion', {
          questions: [
            {
              question: 'Which colour?',
              header: 'Colour',
              multiSelect: false,
              options: ['Red', 'Blue'].map(choice),
            },
            { question: 'Which sizes?', header: 'Sizes', multiSelect: true, options: ['S', 'L'].map(choice) },
          ],
        }),
      ),
      ({ results }) => say(text(`Heard: ${results[0]}`)),
    ),
  },
});

function agent(prompt: string, { background = false } = {}) {
  const more = { subagent_type: 'general-purpose', run_in_background: background };
  return call('Agent', { description: 'Look', prompt, ...more });
}

function delegating(calls: (moment: Moment) => Output[]): Script {
  return steps((moment) => say(...calls(moment)), say(text('My helper is back.')));
}

function choice(label: string) {
  return { label, description: `It is ${label}` };
}

function planPath(body: string): string {
  return /[^\s"`\\]+\/plans\/[\w-]+\.md/.exec(body)?.[0] ?? '/no/plan.md';
}
