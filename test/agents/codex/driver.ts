import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UniversalEvent } from '../../../src/schema/index.js';
import { responsesApi } from '../../support/real/responses-api.js';
import { call, type Output, type Script, say, steps, text, thought } from '../../support/real/script.js';
import { scriptedDriver, told } from '../../support/real/scripted-agent.js';
import { PLAN, question } from '../../support/real/scripts.js';

const mcpServer = new URL('../../support/real/mcp.mjs', import.meta.url).pathname;

/** With this Codex asks before it leaves its sandbox for a command. */
const outside = { sandbox_permissions: 'require_escalated', justification: 'May I?' };

/** The namespace of the tools for sub-agents. */
const SUB_AGENTS = 'multi_agent_v1';
/** The same for newer models. */
const NEWER = 'collaboration';

export const driver = scriptedDriver({
  agent: 'codex',
  credentials: { SCRIPTED_KEY: 'not-a-key' },
  api: responsesApi,
  tools: {
    command: (cmd, asks) => call('exec_command', { cmd, ...(asks && outside) }),
    write: (path, content) => patch(`Add File: ${path}`, ...lines(content).map((line) => `+${line}`)),
    replaceSecondLine: (path, first, before, after) =>
      patch(`Update File: ${path}`, '@@', ` ${first}`, `-${before}`, `+${after}`),
    question: ({ header, question, options }) => {
      const choices = options.map((label) => ({ label, description: `It is ${label}` }));
      return call('request_user_input', { questions: [{ id: 'q', header, question, options: choices }] });
    },
    mcp: (server, tool, input) => call(tool, input, `mcp__${server}`),
    todo: (entries) =>
      call('update_plan', { plan: entries.map(({ content, status }) => ({ step: content, status })) }),
    delegate: (message) => [spawn(message), (results) => wait([agentIn(results[0]!)])],
    plan: (plan) => [say(text(`Here it is.\n<proposed_plan>\n${plan}</proposed_plan>\n`))],
  },
  async configure(stage, port) {
    const CODEX_HOME = join(stage.home, `codex-${port}`);
    await mkdir(CODEX_HOME);
    await writeFile(join(CODEX_HOME, 'config.toml'), config(port));
    return { CODEX_HOME };
  },
  settings: { model: 'gpt-5.6-sol', variant: 'high', replyPattern: /^model gpt-5\.6-sol, effort high$/ },
  requested: ({ model, reasoning }) => ({
    model,
    effort: (reasoning as { effort?: string } | undefined)?.effort,
  }),
  cues: {
    folder: {
      files: ([command, ...args]) => ({
        '.codex/config.toml': `[mcp_servers.theirs]\ncommand = "${command}"\nargs = ${JSON.stringify(args)}\n`,
        '.codex/rules/default.rules': 'prefix_rule(pattern=["touch"], decision="allow")\n',
      }),
      instructions: 'AGENTS.md',
      told,
    },
    question: { ...question, settings: { permissionMode: 'plan' } },
    plan: { message: '[[plan]]', proposal: PLAN.trim(), isAsked: false },
    delegateAsked: { message: (command) => `[[delegate-asking ${command}]]`, endsWithTurn: false },
    threads: {
      endsWithTurn: false,
      talk: (words) => `[[talk ${words}]]`,
      askLater: (command) => `[[ask-later ${command}]]`,
      hold: '[[hold-helper]]',
      isHeld: (session) => session.until(isHelperTalking),
      nested: (words) => `[[nested ${words}]]`,
      several: (first, second) => `[[several ${first}/${second}]]`,
      again: { first: '[[talk the first time]]', second: (words) => `[[again ${words}]]` },
    },
  },
  scripts: {
    'run-on': steps(
      ({ about }) => say(call('exec_command', { cmd: about, yield_time_ms: 250 })),
      say(text('It runs on.')),
    ),
    talk: delegation((words) => `[[echo ${words}]]`),
    // With the tools of newer models.
    'talk-newer': steps(
      ({ about: words }) =>
        say(
          call(
            'spawn_agent',
            { task_name: 'helper', message: `[[echo ${words}]]`, fork_turns: 'none' },
            NEWER,
          ),
        ),
      say(call('wait_agent', { timeout_ms: 10_000 }, NEWER)),
      say(text('My helper is back.')),
    ),
    'again-newer': steps(
      ({ about: words }) =>
        say(call('followup_task', { target: 'helper', message: `[[echo ${words}]]` }, NEWER)),
      say(call('wait_agent', { timeout_ms: 10_000 }, NEWER)),
      say(text('My helper is back again.')),
    ),
    nested: delegation((words) => `[[talk ${words}]]`),
    // Waits no longer than it has to: the end of an interrupted sub-agent does not end the waiting.
    'hold-helper': delegation(() => '[[hold]]', 10_000),
    'ask-later': steps(({ about }) => say(spawn(`[[below-asking ${about}]]`)), say(text('It is at work.'))),
    several: steps(
      ({ about }) => say(...about.split('/').map((words) => spawn(`[[echo ${words}]]`))),
      ({ results }) => say(wait(results.slice(0, 2).map(agentIn))),
      say(text('My helpers are at work.')),
    ),
    again: steps(
      ({ about, body }) =>
        say(call('send_input', { target: helperIn(body), message: `[[echo ${about}]]` }, SUB_AGENTS)),
      ({ body }) => say(wait([helperIn(body)])),
      say(text('My helper is back again.')),
    ),
    summaries: () => say(thought('**First**\n\nWhat could be meant?\n\n**More**\n\nHardly.'), text('So.')),
  },
});

function patch(head: string, ...body: string[]): Output {
  const input = ['*** Begin Patch', `*** ${head}`, ...body, '*** End Patch', ''].join('\n');
  return { type: 'custom_call', name: 'apply_patch', input };
}

const lines = (content: string) => content.trimEnd().split('\n');

function spawn(message: string): Output {
  return call('spawn_agent', { message }, SUB_AGENTS);
}

function wait(targets: string[], timeout_ms = 30_000): Output {
  return call('wait_agent', { targets, timeout_ms }, SUB_AGENTS);
}

/** Starts a sub-agent with a prompt, and waits for it. */
function delegation(prompt: (about: string) => string, waitMs?: number): Script {
  return steps(
    ({ about }) => say(spawn(prompt(about))),
    ({ results }) => say(wait([agentIn(results[0]!)], waitMs)),
    say(text('My helper is back.')),
  );
}

/** The first sub-agent of a conversation, found in a request. */
function helperIn(body: string): string {
  return agentIn(body.slice(body.indexOf('agent_id')));
}

function isHelperTalking(event: UniversalEvent): boolean {
  if (event.type !== 'item.started') return false;
  const { kind, role, thread_id } = event.data.item;
  return kind === 'message' && role === 'assistant' && thread_id != null;
}

function agentIn(result: string): string {
  return /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(result)?.[0] ?? result;
}

/** No news, no updates, one provider; and the model whose tools are plain ones. */
function config(port: number): string {
  return `
model = "gpt-5.5"
model_provider = "scripted"
model_reasoning_summary = "auto"
check_for_update_on_startup = false
web_search = "disabled"
[analytics]
enabled = false
[feedback]
enabled = false
[otel]
exporter = "none"
[model_providers.scripted]
name = "Scripted"
base_url = "http://127.0.0.1:${port}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 1
stream_max_retries = 1
supports_websockets = false
[agents]
max_depth = 2
[tools.update_plan]
enabled = true
[mcp_servers.demo]
command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(mcpServer)}]
`;
}
