import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agents } from '../../src/agents/index.js';
import type { AgentCapabilities } from '../../src/schema/index.js';
import type { AgentDriver, Cues } from './agent/driver.js';
import { faults } from './agent/faults.js';
import { folders } from './agent/folders.js';
import { guardedEdits } from './agent/guarded-edits.js';
import { requests } from './agent/requests.js';
import { type Scenario, type Suite, World } from './agent/scenario.js';
import { settings } from './agent/settings.js';
import { talking } from './agent/talking.js';
import { threads } from './agent/threads.js';
import { tools } from './agent/tools.js';
import { vocabulary } from './agent/vocabulary.js';

const scenarios: readonly Scenario[] = [
  ...talking,
  ...tools,
  ...threads,
  ...requests,
  ...guardedEdits,
  ...folders,
  ...settings,
  ...vocabulary,
  ...faults,
];

type Capability = keyof AgentCapabilities;

/** The cue that a capability requires of an agent's driver. */
const requiredCues: Partial<Record<Capability, keyof Cues>> = {
  streamingDeltas: 'stream',
  reasoning: 'think',
  questions: 'question',
  images: 'attachments',
  fileAttachments: 'attachments',
  mcpTools: 'mcp',
  mcpServers: 'ownMcp',
  steer: 'work',
};

/**
 * Runs all scenarios that an agent supports, concurrently, each with its own sessions. Tests that are specific to the
 * agent go into `more`.
 */
export function agentConformance(driver: AgentDriver, more?: (suite: () => Suite) => void): void {
  const agent = agents.find(({ id }) => id === driver.agent)!;
  describe.skipIf(!driver.isAvailable())(driver.agent, { timeout: 120_000 }, () => {
    let suite: Suite | undefined;
    beforeAll(async () => {
      const setup = await driver.open();
      suite = { setup, daemon: await setup.stage.daemon({ env: setup.env }) };
    }, 600_000);
    afterAll(async () => {
      expect(await suite?.setup.stage.close()).toEqual([]);
    });

    for (const scenario of scenarios) {
      if (scenario.needs && !scenario.needs(agent, driver.cues)) continue;
      const play = scenario.isDestructive ? it : it.concurrent;
      play(scenario.name, { tags: scenario.tags ?? [] }, (context) =>
        scenario.play(new World(agent, driver.cues, suite!, context)),
      );
    }

    it('has a cue for each capability it claims', () => {
      const claimed = Object.entries(requiredCues).filter(([name]) => agent.capabilities[name as Capability]);
      expect(claimed.filter(([, cue]) => driver.cues[cue] === null)).toEqual([]);
    });

    more?.(() => suite!);
  });
}
