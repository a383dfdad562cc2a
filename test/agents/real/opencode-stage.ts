import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chatApi } from '../../support/real/chat-api.js';
import { installed } from '../../support/real/install.js';
import type { AgentStage } from '../../support/real/on-stage.js';
import { RealStage, type StageDaemon } from '../../support/real/stage.js';
import { scripts } from './opencode-scripts.js';

interface OpenCodeStage extends AgentStage {
  /** Another daemon, whose OpenCode looks for the API elsewhere. */
  daemonAt(port: number): Promise<StageDaemon>;
}

/** The real OpenCode with a scripted model behind it. */
export async function openCodeStage(): Promise<OpenCodeStage> {
  const program = await installed('opencode');
  const stage = await RealStage.open();
  const api = await chatApi(stage.socket(), scripts);
  stage.onClose(() => api.stop());
  const daemonAt = async (port: number) => {
    const home = join(stage.home, `opencode-${port}`);
    await mkdir(join(home, 'opencode'), { recursive: true });
    await writeFile(join(home, 'opencode', 'opencode.json'), JSON.stringify(config(port)));
    return stage.daemon({
      env: { GREENROOM_OPENCODE_BIN: program, XDG_CONFIG_HOME: home, ...nothingFromOutside },
    });
  };
  return { stage, api, daemonAt, daemon: await daemonAt(await stage.portTo(api.path)) };
}

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

/** One provider with two models, and a rule of the user's own. */
function config(port: number) {
  const common = { tool_call: true, limit: { context: 200_000, output: 8_000 } };
  return {
    share: 'disabled',
    lsp: false,
    formatter: false,
    model: 'scripted/large',
    small_model: 'scripted/small',
    enabled_providers: ['scripted'],
    permission: { bash: { 'rm *': 'deny' } },
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Scripted',
        options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'not-a-key' },
        models: {
          large: {
            ...common,
            name: 'Large',
            reasoning: true,
            attachment: true,
            modalities: { input: ['text', 'image'], output: ['text'] },
            cost: { input: 1, output: 2 },
            variants: { high: { reasoningEffort: 'high' } },
          },
          small: { ...common, name: 'Small' },
        },
      },
    },
  };
}
