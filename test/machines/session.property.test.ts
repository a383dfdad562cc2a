import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemsInOrder, type SessionContext } from '../../machines/index.js';
import { UniversalEvent } from '../../src/schema/index.js';
import { sessionInput } from '../support/arbitraries.js';
import { violations } from '../support/invariants.js';
import { ReplayRig, SessionRig } from '../support/session-rig.js';

const setting = fc.record({
  steer: fc.boolean(),
  echoesUser: fc.boolean(),
  onAgentExit: fc.constantFrom('end' as const, 'resume' as const),
  openItems: fc.constantFrom(1, 3, 1000),
  textLimit: fc.constantFrom(2, 1000, 1000),
});
const life = fc.array(sessionInput, { maxLength: 60, size: 'max' });

/** The state derived from the log, without what no event carries: the translator's keys and the text of earlier pieces. */
function projection({
  queue,
  queueRevision,
  taken,
  takenBack,
  held,
  unechoed,
  turnThreads,
  keys,
  open,
  pending,
  ...rest
}: SessionContext) {
  return {
    ...rest,
    // A native session id that was not used yet is in no event.
    nativeSessionId: null,
    open: itemsInOrder(open).map(({ key, before, ...item }) => item),
    pending: Object.values(pending).map(({ key, ...request }) => request),
  };
}

describe('the session machine, on arbitrary inputs', () => {
  it('emits every type of event', () => {
    const seen = new Set<string>();
    for (const inputs of fc.sample(life, { numRuns: 500, seed: 1 })) {
      const rig = new SessionRig({ onAgentExit: 'resume' });
      for (const each of inputs) rig.send(each);
      for (const type of rig.types) seen.add(type);
    }
    expect([...seen].sort()).toEqual(UniversalEvent.options.map((option) => option.shape.type.value).sort());
  });

  it('violates no invariant, and closes whatever is open when it ends', () => {
    fc.assert(
      fc.property(setting, life, (given, inputs) => {
        const rig = new SessionRig(given);
        for (const each of inputs) rig.send(each);
        rig.send({ type: 'command.terminate' }).exit(null);
        expect(violations(rig.events, { ended: true })).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('equals a replay of its log at every event', () => {
    fc.assert(
      fc.property(setting, life, (given, inputs) => {
        const rig = new SessionRig(given);
        const replay = new ReplayRig(given);
        let replayed = 0;
        for (const each of inputs) {
          rig.send(each);
          const past = replay.play(rig.events.slice(replayed));
          replayed = rig.events.length;
          expect(projection(past.context)).toEqual(projection(rig.snapshot.context));
          if (
            rig.snapshot.matches('live') &&
            !rig.snapshot.matches({ live: { turn: { running: 'interrupting' } } })
          ) {
            expect(past.value).toEqual(rig.snapshot.value);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('continues from a JSON snapshot as if never interrupted', async () => {
    const { createActor } = await import('xstate');
    const { sessionMachine } = await import('../../machines/index.js');
    fc.assert(
      fc.property(setting, life, fc.nat({ max: 60 }), (given, inputs, at) => {
        const whole = new SessionRig(given);
        const first = new SessionRig(given);
        for (const each of inputs.slice(0, at)) first.send(each);
        const stored = JSON.parse(JSON.stringify(first.actor.getPersistedSnapshot()));
        const second = createActor(sessionMachine, { snapshot: stored, input: undefined as never });
        const rest: unknown[] = [];
        second.on('event', ({ event }) => rest.push(event));
        second.start();
        for (const each of inputs) whole.send(each);
        inputs.slice(at).forEach((each, i) => {
          const time = new Date(Date.parse('2026-01-01T00:00:00.000Z') + at + i).toISOString();
          second.send({ ...each, at: time } as never);
        });
        expect([...first.events, ...rest]).toEqual(whole.events);
      }),
      { numRuns: 250 },
    );
  });

  it('accepts or refuses every command exactly once', () => {
    fc.assert(
      fc.property(setting, life, (given, inputs) => {
        const rig = new SessionRig(given);
        for (const each of inputs) {
          const before = rig.answers.length;
          rig.send(each);
          expect(rig.answers.length - before).toBe(each.type.startsWith('command.') ? 1 : 0);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('never loses a queued message: each starts a turn, or the session ends', () => {
    fc.assert(
      fc.property(life, (inputs) => {
        const rig = new SessionRig({ onAgentExit: 'resume' });
        for (const each of inputs) rig.send(each);
        rig.send({ type: 'daemon.restarted' });
        for (let i = 0; i < 20; i++) rig.ready().draft({ type: 'turn.ended', outcome: 'completed' });
        if (rig.snapshot.context.ended || rig.snapshot.matches('ending')) return;
        expect(rig.snapshot.context.queue).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
