import { describe } from 'vitest';
import { isWanted } from '../../support/real/install.js';
import { onStage } from '../../support/real/on-stage.js';
import { claudeStage } from './claude-stage.js';
import { settingsScenarios } from './settings-scenarios.js';

describe.skipIf(!isWanted('claude'))('the settings of a session of the real Claude CLI', () => {
  const claude = onStage(claudeStage);
  settingsScenarios({
    agent: 'claude',
    stage: claude,
    model: { id: 'sonnet', heard: /sonnet/ },
    effort: ({ output_config }) => (output_config as { effort?: string } | undefined)?.effort,
    tool: (name) => `mcp__own__${name}`,
  });
});
