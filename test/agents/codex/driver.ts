import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { responsesApi } from '../../support/real/responses-api.js';
import { call, type Output, say, text, thought } from '../../support/real/script.js';
import { scriptedDriver } from '../../support/real/scripted-agent.js';
import { PLAN, question } from '../../support/real/scripts.js';

const mcpServer = new URL('../../support/real/mcp.mjs', import.meta.url).pathname;

/** With this Codex asks before it leaves its sandbox for a command. */
const outside = { sandbox_permissions: 'require_escalated', justification: 'May I?' };

/** The namespace of the tools for sub-agents. */
const SUB_AGENTS = 'multi_agent_v1';

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
    delegate: (message) => [
      call('spawn_agent', { message }, SUB_AGENTS),
      (results) => call('wait_agent', { targets: [agentIn(results[0]!)], timeout_ms: 30_000 }, SUB_AGENTS),
    ],
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
    question: { ...question, settings: { permissionMode: 'plan' } },
    plan: { message: '[[plan]]', proposal: PLAN.trim(), isAsked: false },
    delegateAsked: { message: (command) => `[[delegate-asking ${command}]]`, endsWithTurn: false },
  },
  scripts: {
    summaries: () => say(thought('**First**\n\nWhat could be meant?\n\n**More**\n\nHardly.'), text('So.')),
  },
});

function patch(head: string, ...body: string[]): Output {
  const input = ['*** Begin Patch', `*** ${head}`, ...body, '*** End Patch', ''].join('\n');
  return { type: 'custom_call', name: 'apply_patch', input };
}

const lines = (content: string) => content.trimEnd().split('\n');

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
[mcp_servers.demo]
command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(mcpServer)}]
`;
}
