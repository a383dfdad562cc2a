import { describe, expect, it } from 'vitest';
import type { UniversalEvent } from '../../src/schema/index.js';
import { DeltaRun, type Run } from '../../src/sessions/delta-run.js';
import { SessionRig } from '../support/session-rig.js';

describe('a run of deltas', () => {
  function gathered() {
    const runs: Run[] = [];
    return { runs, deltas: new DeltaRun((run) => runs.push(run)) };
  }

  it('combines the deltas of one item that arrive in the same tick', async () => {
    const { runs, deltas } = gathered();
    deltas.add('a', '1', 'r1');
    deltas.add('a', '2', null);
    deltas.add('b', '3', null);
    expect(runs).toEqual([{ key: 'a', first: { delta: '1', raw: 'r1' }, more: [{ delta: '2', raw: null }] }]);
    await null;
    expect(runs[1]).toEqual({ key: 'b', first: { delta: '3', raw: null }, more: [] });
  });

  it('does not wait for deltas of a later tick', async () => {
    const { runs, deltas } = gathered();
    deltas.add('a', '1', null);
    await null;
    deltas.add('a', '2', null);
    await null;
    expect(runs.map(({ first }) => first.delta)).toEqual(['1', '2']);
  });

  it('is flushed once, before anything else', async () => {
    const { runs, deltas } = gathered();
    deltas.add('a', '1', null);
    deltas.flush();
    expect(runs).toHaveLength(1);
    await null;
    expect(runs).toHaveLength(1);
  });
});

describe('the machine handles a run like its individual deltas', () => {
  const texts = ['1:', '2:', '', '3:', '4:'];
  const raws = texts.map((_, i) => `{"native":${i}}`);
  const item = { key: 'k', kind: 'message', role: 'assistant' } as const;

  function outcomeOf(begin: (rig: SessionRig) => void, asRun: boolean) {
    const rig = new SessionRig().ready().message('go');
    begin(rig);
    const emitted: [Omit<UniversalEvent, 'time'>, string | null][] = [];
    rig.actor.on('event', ({ event: { time: _, ...event }, raw }) => emitted.push([event, raw]));
    const inputs = texts.map((delta, i) => ({ delta, raw: raws[i]! }));
    const step = ({ delta, raw }: (typeof inputs)[number], more: typeof inputs = []) =>
      rig.send({ type: 'draft.item.delta', draft: { type: 'item.delta', key: 'k', delta }, raw, more });
    if (asRun) step(inputs[0]!, inputs.slice(1));
    else for (const input of inputs) step(input);
    rig.draft({ type: 'item.completed', item });
    const { time: _, ...context } = rig.snapshot.context;
    return { emitted, context, value: rig.snapshot.value };
  }

  it.each<[string, (rig: SessionRig) => void, number]>([
    ['for an item that is open', (rig) => rig.draft({ type: 'item.started', item }), 5],
    ['for an item that nobody started', () => {}, 6],
    [
      'for an item that has ended',
      (rig) => rig.draft({ type: 'item.started', item }).draft({ type: 'item.completed', item }),
      0,
    ],
    ['for a session that has ended', (rig) => rig.draft({ type: 'session.ended', reason: 'completed' }), 0],
  ])('%s', (_, begin, count) => {
    const run = outcomeOf(begin, true);
    expect(run).toEqual(outcomeOf(begin, false));
    expect(run.emitted).toHaveLength(count);
  });
});
