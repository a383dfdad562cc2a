import { setImmediate as nextIteration } from 'node:timers/promises';
import { natural } from '../numbers.js';
import type { Turn } from '../turn.js';

/** Size of a write: larger ones gain nothing, smaller ones cost system calls. */
const BATCH_LENGTH = 64 * 1024;

/** One message of many deltas, at a given rate or as fast as the reader can take them. */
export async function burst(turn: Turn, rest: string): Promise<void> {
  const [count, bytes = 16, perSecond] = rest.split(/\s+/).map(natural);
  if (count === undefined || Number.isNaN(count + bytes) || !(perSecond === undefined || perSecond > 0)) {
    return turn.say('usage: burst N [BYTES] [PER_SECOND]');
  }
  const { output } = turn.session;
  const message = turn.id('msg');
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1000;
  // Only the text varies between lines, and it needs no escaping.
  const head = `{"type":"message_delta","message":"${message}","text":"`;

  turn.send({ type: 'message_start', message });
  for (let sent = 0; sent < count; ) {
    const due = perSecond === undefined ? count : Math.min(count, 1 + Math.floor(elapsed() * perSecond));
    let lines = '';
    const first = sent;
    while (sent < due && lines.length < BATCH_LENGTH) {
      sent++;
      lines += `${head}${`${sent}:`.padEnd(bytes, '.')}"}\n`;
    }
    turn.signal.throwIfAborted();
    output.write(lines);
    turn.count((sent - first) * bytes);
    await output.drained();
    // Lets an interrupt be read even if the pipe never fills up.
    await nextIteration();
    if (perSecond !== undefined && sent === due && sent < count) {
      await turn.wait((sent / perSecond - elapsed()) * 1000);
    }
  }
  // Without the text: the deltas contain it.
  turn.send({ type: 'message_end', message });
}
