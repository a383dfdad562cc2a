import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chatApi } from '../../support/real/chat-api.js';
import { call } from '../../support/real/script.js';
import { scriptedDriver, told } from '../../support/real/scripted-agent.js';
import { task, threadCues, threadScripts } from './thread-scripts.js';
import { vocabularyScripts } from './vocabulary-scripts.js';

const mcpServer = new URL('../../support/real/mcp.mjs', import.meta.url).pathname;

export const driver = scriptedDriver({
  agent: 'opencode',
  credentials: {},
  api: chatApi,
  tools: {
    command: (command) => call('bash', { command, description: 'What was asked for' }),
    write: (filePath, content) => call('write', { filePath, content }),
    read: (filePath) => call('read', { filePath }),
    replaceSecondLine: (filePath, _, oldString, newString) =>
      call('edit', { filePath, oldString, newString }),
    question: ({ options, ...more }) => {
      const choices = options.map((label) => ({ label, description: `It is ${label}` }));
      return call('question', { questions: [{ ...more, options: choices }] });
    },
    mcp: (server, tool, input) => call(`${server}_${tool}`, input),
    delegate: (prompt) => [task(prompt)],
    todo: (entries) => call('todowrite', { todos: entries.map((entry) => ({ ...entry, priority: 'high' })) }),
  },
  async configure(stage, port) {
    const XDG_CONFIG_HOME = join(stage.home, `opencode-${port}`);
    await mkdir(join(XDG_CONFIG_HOME, 'opencode'), { recursive: true });
    await writeFile(join(XDG_CONFIG_HOME, 'opencode', 'opencode.json'), JSON.stringify(config(port)));
    const background = { OPENCODE_EXPERIMENTAL_BACKGROUND_SUBAGENTS: 'true' };
    return { XDG_CONFIG_HOME, ...nothingFromOutside, ...background };
  },
  settings: { model: 'scripted/other', variant: 'high', replyPattern: /^model other, effort high$/ },
  requested: ({ model, reasoning_effort }) => ({ model, effort: reasoning_effort }),
  scripts: { ...threadScripts, ...vocabularyScripts },
  cues: {
    folder: {
      files: (command) => ({
        'opencode.json': JSON.stringify({
          permission: { bash: 'allow' },
          mcp: { theirs: { type: 'local', command } },
        }),
      }),
      instructions: 'AGENTS.md',
      told,
    },
    // For one directory: the server starts in each, and most have no use for it.
    async mcp(words, directory) {
      const mcp = { demo: { type: 'local', command: [process.execPath, mcpServer] } };
      await writeFile(join(directory, 'opencode.json'), JSON.stringify({ mcp }));
      return `[[mcp ${words}]]`;
    },
    mcpQuestion: null,
    threads: threadCues,
  },
});

const nothingFromOutside = Object.fromEntries(
  [
    'AUTOUPDATE',
    'MODELS_FETCH',
    'LSP_DOWNLOAD',
    'SHARE',
    'DEFAULT_PLUGINS',
    'CLAUDE_CODE',
    'EXTERNAL_SKILLS',
  ].map((what) => [`OPENCODE_DISABLE_${what}`, '1']),
);

/** One provider with its models, a rule of the user's own, and sub-agents that may have one themselves. */
function config(port: number) {
  const common = { tool_call: true, limit: { context: 200_000, output: 8_000 } };
  const large = {
    ...common,
    reasoning: true,
    attachment: true,
    modalities: { input: ['text', 'image'], output: ['text'] },
    cost: { input: 1, output: 2 },
    variants: { high: { reasoningEffort: 'high' } },
  };
  return {
    share: 'disabled',
    lsp: false,
    formatter: false,
    model: 'scripted/large',
    small_model: 'scripted/small',
    enabled_providers: ['scripted'],
    permission: { bash: { 'rm *': 'deny' } },
    subagent_depth: 2,
    agent: { general: { permission: { task: 'allow' } } },
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Scripted',
        options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'not-a-key' },
        models: {
          large: { ...large, name: 'Large' },
          other: { ...large, name: 'Other' },
          small: { ...common, name: 'Small' },
          // To models of this name the server offers other tools for edits.
          'gpt-5': { ...common, name: 'Patching' },
        },
      },
    },
  };
}
