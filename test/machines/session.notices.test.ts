import { describe, expect, it } from 'vitest';
import { titleNotice } from '../../src/agents/kit/notices.js';
import type { Draft } from '../../src/schema/index.js';
import { asks, asksPermission, fails, turnEnds } from '../support/drafts.js';
import { inTurn } from '../support/session-helpers.js';
import type { SessionRig } from '../support/session-rig.js';

const item = { key: 'a', kind: 'message', role: 'assistant' } as const;
const PAYLOAD = '{"native":true}';

/** The events of drafts, each with its source and native payload. */
function shown(rig: SessionRig, act: () => void) {
  const events: [type: string, source: string, synthetic: boolean, raw: string | null][] = [];
  const { unsubscribe } = rig.actor.on('event', ({ event, raw }) =>
    events.push([event.type, event.source, event.synthetic, raw]),
  );
  act();
  unsubscribe();
  return events;
}

const noticed = (rig: SessionRig, draft: Draft) =>
  rig.send({ type: `draft.${draft.type}`, draft, source: 'daemon', raw: null });
const sent = (rig: SessionRig, draft: Draft) =>
  rig.send({ type: `draft.${draft.type}`, draft, source: 'agent', raw: PAYLOAD });

describe('drafts that follow from a notice of the connection', () => {
  it.each<Draft>([
    { type: 'item.started', item },
    { type: 'item.delta', key: 'open', delta: 'more' },
    { type: 'item.completed', item: { ...item, key: 'open' } },
    asksPermission('p'),
    asks('q'),
    turnEnds('error'),
    fails('lost', { code: 'agent_unavailable' }),
  ])('become events of the daemon without a native payload: $type', (draft) => {
    const rig = inTurn();
    sent(rig, { type: 'item.started', item: { ...item, key: 'open' } });
    const events = shown(rig, () => noticed(rig, draft));
    expect(events.map(([type]) => type)).toContain(draft.type);
    for (const [, ...rest] of events) expect(rest).toEqual(['daemon', true, null]);
  });

  it('leave what the agent sent before and after them with the agent', () => {
    const rig = inTurn();
    const delta: Draft = { type: 'item.delta', key: 'a', delta: 'text' };
    const events = shown(rig, () => {
      sent(rig, { type: 'item.started', item });
      sent(rig, delta);
      noticed(rig, delta);
      sent(rig, delta);
    });
    expect(events).toEqual([
      ['item.started', 'agent', false, PAYLOAD],
      ['item.delta', 'agent', false, PAYLOAD],
      ['item.delta', 'daemon', true, null],
      ['item.delta', 'agent', false, PAYLOAD],
    ]);
  });
});

describe('titles of the provider', () => {
  it('are announced when they change', () => {
    const rig = inTurn();
    const announced = ['One', 'One', 'Two', 'One'].map((title, number) => {
      const events = shown(rig, () => sent(rig, titleNotice({ key: `title ${number}` }, title)));
      return events.length > 0;
    });
    expect(announced).toEqual([true, false, true, true]);
    expect(rig.snapshot.context.providerTitle).toBe('One');
  });
});
