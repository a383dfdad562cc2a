import { describe } from 'vitest';
import { isWanted } from '../../support/real/install.js';
import { onStage } from '../../support/real/on-stage.js';
import { codexStage } from './codex-stage.js';
import { settingsScenarios } from './settings-scenarios.js';

describe.skipIf(!isWanted('codex'))('the settings of a session of the real Codex', () => {
  const codex = onStage(codexStage);
  settingsScenarios({
    agent: 'codex',
    stage: codex,
    model: { id: 'gpt-5.6-sol', heard: /^gpt-5\.6-sol$/ },
    effort: ({ reasoning }) => (reasoning as { effort?: string } | undefined)?.effort,
    tool: (name) => `mcp:own.${name}`,
  });
});
