import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installed } from '../../support/real/install.js';
import type { AgentStage } from '../../support/real/on-stage.js';
import { responsesApi } from '../../support/real/responses-api.js';
import { RealStage, type StageDaemon } from '../../support/real/stage.js';
import { scripts } from './codex-scripts.js';

const mcp = new URL('../../support/real/mcp.mjs', import.meta.url).pathname;

interface CodexStage extends AgentStage {
  /** Another daemon, whose Codex looks for the API elsewhere. */
  daemonAt(port: number): Promise<StageDaemon>;
}

/** The real Codex with a scripted model behind it. */
export async function codexStage(): Promise<CodexStage> {
  const program = await installed('codex');
  const stage = await RealStage.open();
  const api = await responsesApi(stage.socket(), scripts);
  stage.onClose(() => api.stop());
  const daemonAt = async (port: number) => {
    const home = join(stage.home, `codex-${port}`);
    await mkdir(home);
    await writeFile(join(home, 'config.toml'), config(port));
    return stage.daemon({
      env: { GREENROOM_CODEX_BIN: program, CODEX_HOME: home, SCRIPTED_KEY: 'not-a-key' },
    });
  };
  return { stage, api, daemonAt, daemon: await daemonAt(await stage.portTo(api.path)) };
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
args = [${JSON.stringify(mcp)}]
`;
}
