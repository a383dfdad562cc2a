import { assign, createActor, setup } from 'xstate';
import { type SessionEvent, sessionMachine } from '../../../machines/index.js';
import type { Bench, Figure } from '../bench.js';
import { inTurns } from '../measure.js';

const RUN = 64;
const AT = '2026-01-01T00:00:00.000Z';

export const machine: Bench = {
  name: 'machine',
  about: 'a delta through the session machine alone',
  async run(ground, { rounds, machine: count }) {
    const measure = async (name: string, run: number): Promise<Figure> => {
      const { value, yardstick } = await inTurns(
        ground,
        rounds,
        async () => perDelta(count, run),
        async () => perAssign(count),
      );
      const what = 'an event in an XState machine of one state and one assign';
      return { name, unit: 'µs', better: 'lower', value, yardstick: { what, value: yardstick } };
    };
    return [
      await measure('a delta through the machine', 1),
      await measure(`  in runs of ${RUN}, as a fast agent brings them`, RUN),
    ];
  },
};

/** Microseconds per delta, for `count` deltas that arrive in runs. */
function perDelta(count: number, run: number): number {
  const actor = createActor(sessionMachine, {
    input: {
      sessionId: 's',
      uid: 'u',
      steer: false,
      interruptThread: false,
      echoesUser: false,
      onAgentExit: 'end',
      metadata: {},
    },
  }).start();
  const send = (event: SessionEvent) => actor.send(event);
  send({ type: 'agent.ready', at: AT, nativeSessionId: 'n', metadata: {} });
  send({
    type: 'command.send',
    at: AT,
    messageId: 'm',
    message: 'burst',
    attachments: [],
    fingerprint: '',
    whenBusy: 'queue',
  });
  const item = { key: 'k', kind: 'message', role: 'assistant' } as const;
  send({ type: 'draft.item.started', at: AT, raw: null, draft: { type: 'item.started', item } });
  let written = 0;
  actor.on('event', () => written++);
  const begun = performance.now();
  for (let i = 1; i <= count; i += run) {
    const draft = { type: 'item.delta', key: 'k', delta: `${i}:` } as const;
    const more = Array.from({ length: Math.min(run - 1, count - i) }, (_, k) => ({
      delta: `${i + k + 1}:`,
      raw: null,
    }));
    send({ type: 'draft.item.delta', at: AT, raw: null, draft, more });
  }
  const ms = performance.now() - begun;
  if (written !== count) throw new Error(`${written} of ${count} deltas were written`);
  actor.stop();
  return (ms / count) * 1000;
}

const counter = setup({
  types: { context: {} as { count: number }, events: {} as { type: 'one' } },
}).createMachine({
  context: { count: 0 },
  on: { one: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
});

function perAssign(count: number): number {
  const actor = createActor(counter).start();
  const begun = performance.now();
  for (let i = 0; i < count; i++) actor.send({ type: 'one' });
  const ms = performance.now() - begun;
  actor.stop();
  return (ms / count) * 1000;
}
