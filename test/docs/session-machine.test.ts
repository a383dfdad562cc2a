import { expect, it } from 'vitest';
import { machineGraph, machineSvg, transitionBetween } from '../../src/diagrams/index.js';
import type { StateValue } from '../../src/schema/index.js';
import { asksPermission } from '../support/drafts.js';
import { SessionRig } from '../support/session-rig.js';

it('the documented diagram matches the machine (update with vitest -u)', async () => {
  const rig = new SessionRig().ready().message('May I?');
  const before = rig.snapshot.value as StateValue;
  rig.draft(asksPermission('p'));
  const value = rig.snapshot.value as StateValue;
  const lastTransition = transitionBetween(machineGraph('session'), before, value, 'permission.requested');
  expect(lastTransition).toEqual({
    source: 'live.requests.none',
    target: 'live.requests.waiting',
    event: 'permission.requested',
  });
  const svg = machineSvg('session', { value, lastTransition });
  await expect(svg).toMatchFileSnapshot('../../docs/session-machine.svg');
});
