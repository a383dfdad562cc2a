import type { Random } from '../faults/random.js';

/** A message for the mock agent, and whether its turn ends by itself. */
export interface Deed {
  message: string;
  /** `endless` turns have to be interrupted, or end with the session. */
  ends: 'itself' | 'endless';
}

const itself = (message: string): Deed => ({ message, ends: 'itself' });
const endless = (message: string): Deed => ({ message, ends: 'endless' });

/** Everything that agents do, well and badly. Each is bounded, so that a soak of minutes does not fill the disk. */
const deeds: readonly ((random: Random) => Deed)[] = [
  () => itself('echo hello'),
  () => itself('count'),
  () => itself('markdown'),
  () => itself('tool'),
  () => itself('Answer briefly and include your reasoning.'),
  () => itself('todo'),
  () => itself('subagent each one two three'),
  () => itself('subagent talk 50'),
  () => itself('retry'),
  () => itself('error'),
  () => itself('unparsed'),
  () => itself('shell echo out; echo err >&2; exit 3'),
  // Floods, as fast as they are read and at a pace.
  (random) => itself(`burst ${random.between(100, 4000)} ${random.between(8, 64)}`),
  (random) => itself(`burst ${random.between(100, 600)} 16 500`),
  (random) => itself(`junk ${random.between(10, 3000)}`),
  (random) => itself(`stderr ${random.between(10, 2000)}`),
  // Long lines, long texts, and items that are never closed.
  (random) => itself(`line ${random.between(1_000, 3_000_000)}`),
  (random) => itself(`echo ${'long '.repeat(random.between(1_000, 300_000))}`),
  (random) => itself(`open ${random.between(10, 1200)}`),
  // Ends without notice, mute agents, and children that are meant to outlive them.
  (random) => itself(`crash ${random.between(0, 255)}`),
  () => itself('close stdout'),
  () => itself('close stdin'),
  () => itself('end'),
  () => itself('spawn'),
  () => itself('shell setsid sleep 86400 </dev/null >/dev/null 2>&1 & echo left'),
  () => endless('hang'),
  () => endless('subagent hold'),
  () => endless('sleep 600000'),
  () => endless('permission'),
  () => endless('question'),
];

export function randomDeed(random: Random): Deed {
  return random.pick(deeds)(random);
}
