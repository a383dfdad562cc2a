import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from './clock.js';

/** How many times the silence a stream may take altogether, for one that something else keeps writing to. */
const longest = 10;

/**
 * Waits for streams of a process that has exited to be read to their end. Something that it started may hold
 * them open for ever, so they are closed after they were silent for a while.
 */
export async function drain(streams: readonly Readable[], silenceMs: number, clock: Clock): Promise<void> {
  let heardAt = clock.now();
  const giveUpAt = heardAt + longest * silenceMs;
  const heard = () => {
    heardAt = clock.now();
  };
  for (const stream of streams) stream.on('data', heard);
  const closed = Promise.all(streams.map(closing)).then(() => true);
  for (;;) {
    const wait = Math.min(heardAt + silenceMs, giveUpAt) - clock.now();
    if (wait <= 0) break;
    if (await Promise.race([closed, clock.sleep(wait, { ref: false })])) return;
    // When the daemon was busy, the timer is late and comes before the data that waits: let that in first.
    await nextTurn();
    await nextTurn();
  }
  for (const stream of streams) stream.destroy();
}

function closing(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.once('close', resolve);
  });
}
