import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agents } from '../../src/agents/index.js';
import { hasBubblewrap } from '../support/bubblewrap.js';
import type { AgentDriver } from './agent/driver.js';
import { type Suite, World } from './agent/scenario.js';

/** The things that an agent has to be able to do in a file system of its own. */
export function strictIsolation(driver: AgentDriver): void {
  const agent = agents.find(({ id }) => id === driver.agent)!;
  const isWanted = driver.isAvailable() && hasBubblewrap;
  describe.runIf(isWanted)(`${driver.agent} under strict isolation`, { timeout: 120_000 }, () => {
    let suite: Suite;
    beforeAll(async () => {
      const setup = await driver.open();
      suite = { setup, daemon: await setup.stage.daemon({ env: setup.env, args: ['--isolate', 'strict'] }) };
      await writeFile(join(setup.stage.home, 'secret'), 'of the user');
    }, 600_000);
    afterAll(async () => {
      expect(await suite?.setup.stage.close()).toEqual([]);
    });

    it('talks, and another session goes on with its conversation', async (context) => {
      const world = new World(agent, driver.cues, suite, context);
      const session = await world.begin();
      await world.echoes(session, 'before');
      await session.end();
      const { directory, id } = session;
      const later = await world.begin({ directory, resume: id });
      await world.remembers(later, [driver.cues.echo('before')]);
      await later.end();
    });

    it('works in the folder of the session, and sees nothing else of the home', async (context) => {
      const world = new World(agent, driver.cues, suite, context);
      const session = await world.begin();
      const { home } = suite.setup.stage;
      const command = `cat ${home}/secret > found.txt || touch hidden.txt; touch ${home}/new.txt`;
      await world.allowedTurn(session, driver.cues.command(command));
      expect(existsSync(join(session.directory, 'hidden.txt'))).toBe(true);
      expect(existsSync(join(home, 'new.txt'))).toBe(false);
      await session.end();
    });
  });
}
