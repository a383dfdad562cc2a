import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sessionInput } from '../support/arbitraries.js';
import { describedMachine, SessionRig } from '../support/session-rig.js';

describe('the shortcut for text of open items', () => {
  it('does what the machine describes', () => {
    const life = fc.array(sessionInput, { maxLength: 60, size: 'max' });
    let deltas = 0;
    fc.assert(
      fc.property(fc.constantFrom(2, 1000), life, (textLimit, inputs) => {
        const rig = new SessionRig({ textLimit });
        const described = new SessionRig({ textLimit }, describedMachine);
        for (const each of inputs) {
          rig.send(each);
          described.send(each);
          expect(rig.snapshot.value).toEqual(described.snapshot.value);
          expect(rig.snapshot.context).toEqual(described.snapshot.context);
        }
        expect(rig.events).toEqual(described.events);
        deltas += rig.types.filter((type) => type === 'item.delta').length;
      }),
      { numRuns: 100 },
    );
    expect(deltas).toBeGreaterThan(100);
  });

  it('is taken', () => {
    const { rig, described } = { rig: new SessionRig(), described: new SessionRig({}, describedMachine) };
    for (const each of [rig, described]) {
      each.ready().message('hello').draft({ type: 'turn.started' });
      each.draft({ type: 'item.started', item: { key: 'k', kind: 'message', role: 'assistant' } });
    }
    const microsteps = (each: SessionRig) => {
      let count = 0;
      each.actor.system.inspect(({ type }) => {
        if (type === '@xstate.microstep') count++;
      });
      each.draft({ type: 'item.delta', key: 'k', delta: 'text' });
      return count;
    };
    expect(microsteps(described)).toBe(1);
    expect(microsteps(rig)).toBe(0);
  });
});
