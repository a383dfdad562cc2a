import { afterAll, beforeAll, describe, expect } from 'vitest';
import { isWanted } from '../../support/real/install.js';
import { type CodexStage, codexStage } from './codex-stage.js';
import { settingsScenarios } from './settings-scenarios.js';

describe.skipIf(!isWanted('codex'))('the settings of a session of the real Codex', () => {
  let codex: CodexStage;
  beforeAll(async () => {
    codex = await codexStage();
  }, 600_000);
  afterAll(async () => {
    expect(await codex?.stage.close()).toEqual([]);
  });

  settingsScenarios({
    agent: 'codex',
    stage: () => codex,
    model: { id: 'gpt-5.6-sol', heard: /^gpt-5\.6-sol$/ },
    effort: ({ reasoning }) => (reasoning as { effort?: string } | undefined)?.effort,
    tool: (name) => `mcp:own.${name}`,
  });
});
