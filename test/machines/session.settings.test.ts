import { describe, expect, it } from 'vitest';
import type { SessionSettings } from '../../src/schema/index.js';
import { eventsOf, idle, inTurn, lines, prompts } from '../support/session-helpers.js';
import { exits } from '../support/session-inputs.js';
import { SessionRig } from '../support/session-rig.js';

const settings: SessionSettings = {
  model: 'm2',
  variant: null,
  agentMode: 'build',
  permissionMode: 'default',
};
const configure = {
  type: 'command.configure',
  settings,
  changes: { model: 'm2' },
  detail: 'model: m2',
} as const;

describe('new settings', () => {
  it.each([
    ['between turns', () => idle()],
    ['during a turn', () => inTurn()],
  ])('are reported to readers and sent to the agent %s', (_when, begin) => {
    const rig = begin();
    const { value } = rig.snapshot;
    const count = rig.events.length;
    rig.send(configure);
    expect(rig.events.slice(count)).toMatchObject([
      { type: 'item.started', synthetic: true },
      {
        type: 'item.completed',
        synthetic: true,
        data: {
          item: {
            kind: 'status',
            content: [{ label: 'settings', detail: 'model: m2' }, { json: { model: 'm2' } }],
          },
        },
      },
    ]);
    expect(rig.effects.at(-1)).toEqual({ type: 'configure', settings });
    expect(rig.answers.at(-1)).toEqual({ type: 'accepted', disposition: null });
    expect(rig.snapshot.value).toEqual(value);
  });

  it('are a new item each time', () => {
    const rig = idle().send(configure).send(configure);
    const ids = eventsOf(rig, 'item.completed').map(({ data }) => data.item.item_id);
    expect(new Set(ids).size).toBe(2);
  });

  it.each([
    ['is still starting', () => new SessionRig(), 'session_busy'],
    ['is ending', () => idle().send({ type: 'command.terminate' }), 'session_ended'],
    ['has ended', () => idle().exit(0), 'session_ended'],
  ])('are refused by a session that %s', (_what, begin, kind) => {
    const rig = begin();
    expect(lines(rig, () => rig.send(configure))).toEqual([]);
    expect(rig.answers.at(-1)).toMatchObject({
      type: 'refused',
      problem: { type: `urn:greenroom:error:${kind}` },
    });
  });

  it('keep the turn open when the agent is restarted for them', () => {
    const rig = inTurn();
    expect(lines(rig, () => rig.send(exits({ code: 143, because: 'reconfigured' })))).toEqual([]);
    expect(rig.snapshot.value).toMatchObject({ live: { turn: { running: 'active' } } });
    expect(prompts(rig)).toEqual(['hello']);
  });
});
