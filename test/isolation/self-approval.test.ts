import { expect, it } from 'vitest';
import { guardedSession } from '../faults/processes.js';
import { hasBubblewrap } from '../support/bubblewrap.js';
import { daemonProcess } from '../support/program.js';
import { nth, turn } from '../support/turns.js';
import { commandOutput } from './command-output.js';

const attack = new URL('../../fixtures/programs/approves-others.mjs', import.meta.url).pathname;
const TOKEN = 'a-token-that-agents-must-not-have';

/** The answer to a command of one session that tries to approve the pending request of another. */
async function approveFromWithin(given: { args?: string[]; env?: Record<string, string> }): Promise<string> {
  const { daemon } = await daemonProcess({ ...given, token: TOKEN, isolate: 'default' });
  const victim = guardedSession('victim');
  await daemon.create(victim);
  await daemon.say(victim, 'permission');
  const { data } = await nth(daemon, victim, 'permission.requested');
  const attacker = guardedSession('attacker');
  await daemon.create(attacker);
  const path = `/v1/sessions/${victim}/permissions/${data.permission_id}/reply`;
  return commandOutput(await turn(daemon, attacker, `shell node ${attack} ${daemon.url} ${path}`));
}

it.runIf(hasBubblewrap).each([
  ['environment', { env: { GREENROOM_TOKEN: TOKEN } }],
  ['arguments', { args: ['--token', TOKEN] }],
])("no command of an agent approves with the token in the daemon's %s", async (_, given) => {
  expect(await approveFromWithin(given)).toMatch(/^not approved: 0 tokens/);
});
