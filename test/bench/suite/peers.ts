import type { Bench, Figure } from '../bench.js';
import { BenchDaemon } from '../daemon.js';
import type { Ground } from '../ground.js';
import { calm, inTurns, median } from '../measure.js';
import { PEER, Peer } from '../peer.js';
import { Program } from '../program.js';

/** One flood as its readers saw it. */
interface Count {
  received: number;
  repeated: number;
  seconds: number;
}

export const peers: Bench = {
  name: 'peers',
  about: `the same flood and fan-out through Greenroom and ${PEER}, over SSE, with what each loses`,
  async run(ground, { rounds, burst, readers, readersBurst }) {
    const daemon = await BenchDaemon.start(ground);
    const peer = await Peer.start(ground);
    return [
      ...(await compare(ground, daemon, peer, { rounds, readers: 1, deltas: burst })),
      ...(await compare(ground, daemon, peer, { rounds, readers, deltas: readersBurst })),
    ];
  },
};

interface Flood {
  rounds: number;
  readers: number;
  deltas: number;
}

async function compare(
  ground: Ground,
  daemon: BenchDaemon,
  peer: Peer,
  { rounds, readers, deltas }: Flood,
): Promise<Figure[]> {
  const program = Program.run(ground, 'sse-readers');
  const expected = readers * deltas;
  const ours: Count[] = [];
  const theirs: Count[] = [];
  const rate = (counts: Count[], count: Count) => {
    counts.push(count);
    return count.received / count.seconds;
  };
  const throughUs = async (session: string) => {
    await daemon.create(session);
    const url = `${daemon.url}/v1/sessions/${session}/events/sse`;
    const reading = { url, before: '"delta":"', end: '"turn.ended"' };
    return flood(program, readers, reading, () => daemon.say(session, `burst ${deltas} 16`));
  };
  const throughPeer = async (server: string) => {
    await peer.create(server);
    const reading = { url: peer.events(server), before: '"text":"', end: '"stopReason"' };
    return flood(program, readers, reading, () => peer.say(server, String(deltas)));
  };
  await throughUs(`warm-${readers}`);
  await throughPeer(`warm-${readers}`);
  const { value, yardstick } = await inTurns(
    ground,
    rounds,
    async (round) => rate(ours, await throughUs(`s${readers}-${round}`)),
    async (round) => rate(theirs, await throughPeer(`s${readers}-${round}`)),
  );
  const faults = (counts: readonly Count[]) =>
    median(counts.map(({ received, repeated }) => ((expected - received + repeated) / expected) * 100));
  return [
    {
      name: `${deltas.toLocaleString('en')} deltas to ${readers} SSE reader${readers === 1 ? '' : 's'}`,
      unit: '/s',
      better: 'higher',
      value,
      yardstick: { what: PEER, value: yardstick },
    },
    {
      name: '  lost or repeated',
      unit: '%',
      better: 'lower',
      value: faults(ours),
      yardstick: { what: PEER, value: faults(theirs) },
    },
  ];
}

async function flood(
  program: Program,
  readers: number,
  reading: { url: string; before: string; end: string },
  say: () => Promise<void>,
): Promise<Count> {
  await program.ask({ type: 'read', readers, ...reading }, 'reading');
  await calm();
  const from = performance.timeOrigin + performance.now();
  const said = say();
  const count = await program.ask<Count>({ type: 'report', from }, 'counted');
  await said;
  return count;
}
