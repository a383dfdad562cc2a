import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installed } from '../../support/real/install.js';
import { messagesApi } from '../../support/real/messages-api.js';
import type { AgentStage } from '../../support/real/on-stage.js';
import { RealStage } from '../../support/real/stage.js';
import { scripts } from './claude-scripts.js';

const mcp = new URL('../../support/real/mcp.mjs', import.meta.url).pathname;

/** The real Claude CLI with a scripted model behind it. */
export async function claudeStage(): Promise<AgentStage> {
  const program = await installed('claude');
  const stage = await RealStage.open();
  const api = await messagesApi(stage.socket(), scripts);
  stage.onClose(() => api.stop());
  const mcpServers = { demo: { type: 'stdio', command: process.execPath, args: [mcp] } };
  await writeFile(join(stage.home, '.claude.json'), JSON.stringify({ mcpServers }));
  const daemon = await stage.daemon({
    env: {
      GREENROOM_CLAUDE_BIN: program,
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${await stage.portTo(api.path)}`,
      ANTHROPIC_API_KEY: 'not-a-key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_RETRIES: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  });
  return { stage, api, daemon };
}
