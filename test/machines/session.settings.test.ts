import { describe, expect, it } from 'vitest';
import type { SessionSettings } from '../../src/schema/index.js';
import { exits } from '../support/session-inputs.js';
import { SessionRig } from '../support/session-rig.js';
import { eventsOf, idle, inTurn, lines, prompts } from '../support/story.js';

const settings: SessionSettings = {
  model: 'm2',
  variant: null,
  agentMode: 'build',
  permissionMode: 'default',
};
const configure = { type: 'command.configure', settings, detail: 'model: m2' } as const;

describe('new settings', () => {
  it.each([
    ['while nothing runs', () => idle()],
    ['while a turn runs', () => inTurn()],
  ])('are told to readers and to the agent %s', (_when, begin) => {
    const rig = begin();
    const { value } = rig.snapshot;
    const count = rig.events.length;
    rig.send(configure);
    expect(rig.events.slice(count)).toMatchObject([
      { type: 'item.started', synthetic: true },
      {
        type: 'item.completed',
        synthetic: true,
        data: { item: { kind: 'status', content: [{ label: 'settings', detail: 'model: m2' }] } },
      },
    ]);
    expect(rig.effects.at(-1)).toEqual({ type: 'configure', settings });
    expect(rig.answers.at(-1)).toEqual({ type: 'accepted', disposition: null });
    expect(rig.snapshot.value).toEqual(value);
  });

  it('are items of their own, however often they come', () => {
    const rig = idle().send(configure).send(configure);
    const ids = eventsOf(rig, 'item.completed').map(({ data }) => data.item.item_id);
    expect(new Set(ids).size).toBe(2);
  });

  it.each([
    ['is still starting', () => new SessionRig(), 'session_busy'],
    ['is being ended', () => idle().send({ type: 'command.terminate' }), 'session_ended'],
    ['has ended', () => idle().exit(0), 'session_ended'],
  ])('are refused by a session that %s', (_what, begin, kind) => {
    const rig = begin();
    expect(lines(rig, () => rig.send(configure))).toEqual([]);
    expect(rig.answers.at(-1)).toMatchObject({
      type: 'refused',
      problem: { type: `urn:greenroom:error:${kind}` },
    });
  });

  it('leave the turn open for which the agent is started anew with them', () => {
    const rig = inTurn();
    expect(lines(rig, () => rig.send(exits({ code: 143, because: 'reconfigured' })))).toEqual([]);
    expect(rig.snapshot.value).toMatchObject({ live: { turn: { running: 'active' } } });
    expect(prompts(rig)).toEqual(['hello']);
  });
});
