import { setImmediate as nextRound } from 'node:timers/promises';
import { natural } from '../numbers.js';
import type { Turn } from '../turn.js';

/** How much goes out in one write: more gains nothing, less costs system calls. */
const batch = 64 * 1024;

/** One message of many deltas, as fast as the reader takes them or paced. */
export async function burst(turn: Turn, rest: string): Promise<void> {
  const [count, bytes = 16, perSecond] = rest.split(/\s+/).map(natural);
  if (count === undefined || Number.isNaN(count + bytes) || !(perSecond === undefined || perSecond > 0)) {
    return turn.say('usage: burst N [BYTES] [PER_SECOND]');
  }
  const { output } = turn.session;
  const message = turn.id('msg');
  const begun = performance.now();
  const passed = () => (performance.now() - begun) / 1000;
  // All but the text is the same in each line, and the text needs no escaping.
  const head = `{"type":"message_delta","message":"${message}","text":"`;

  turn.send({ type: 'message_start', message });
  for (let sent = 0; sent < count; ) {
    const due = perSecond === undefined ? count : Math.min(count, 1 + Math.floor(passed() * perSecond));
    let lines = '';
    const first = sent;
    while (sent < due && lines.length < batch) {
      sent++;
      lines += `${head}${`${sent}:`.padEnd(bytes, '.')}"}\n`;
    }
    turn.signal.throwIfAborted();
    output.write(lines);
    turn.count((sent - first) * bytes);
    await output.room();
    // A pipe that always has room must not keep an interrupt from being read.
    await nextRound();
    if (perSecond !== undefined && sent === due && sent < count) {
      await turn.wait((sent / perSecond - passed()) * 1000);
    }
  }
  // Without the text: who read the deltas has it.
  turn.send({ type: 'message_end', message });
}
