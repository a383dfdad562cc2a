import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { agents } from '../../src/agents/index.js';

/** A small program of ours in the place of an agent's own: `fixtures/programs/fake-<agent>.mjs`. */
export function fakeProgram(agent: string): string {
  return join(import.meta.dirname, '..', '..', 'fixtures', 'programs', `fake-${agent}.mjs`);
}

/** The agents whose program is one of their provider, and their fakes. */
const fakes = agents
  .filter((agent) => agent.package !== null)
  .map(({ id }) => ({ id, path: fakeProgram(id) }))
  .filter(({ path }) => existsSync(path));

/** A daemon's environment in which the agents are small programs of ours, and nothing else is found. */
export const fakeAgents: Record<string, string | undefined> = {
  PATH: process.env.PATH,
  HOME: '/nowhere',
  ...Object.fromEntries(fakes.map(({ id, path }) => [`GREENROOM_${id.toUpperCase()}_BIN`, path])),
};
