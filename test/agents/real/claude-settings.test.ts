import { afterAll, beforeAll, describe, expect } from 'vitest';
import { isWanted } from '../../support/real/install.js';
import { type ClaudeStage, claudeStage } from './claude-stage.js';
import { settingsScenarios } from './settings-scenarios.js';

describe.skipIf(!isWanted('claude'))('the settings of a session of the real Claude CLI', () => {
  let claude: ClaudeStage;
  beforeAll(async () => {
    claude = await claudeStage();
  }, 600_000);
  afterAll(async () => {
    expect(await claude?.stage.close()).toEqual([]);
  });

  settingsScenarios({
    agent: 'claude',
    stage: () => claude,
    model: { id: 'sonnet', heard: /sonnet/ },
    effort: ({ output_config }) => (output_config as { effort?: string } | undefined)?.effort,
    tool: (name) => `mcp__own__${name}`,
  });
});
