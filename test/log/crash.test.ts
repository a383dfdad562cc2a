import { expect, it } from 'vitest';
import type { Batch } from '../../src/log/index.js';
import { tempFolder } from '../support/temp-folder.js';
import { killed, program, tempLog } from './support.js';

it('keeps everything acknowledged when its writer is killed, time and again', async () => {
  const folder = await tempFolder();
  const acknowledged: Batch[] = [];

  for (const enough of [1, 137, 611]) {
    const writer = program('log-writer.mjs', folder, 'a');
    const before = acknowledged.length;
    for (;;) {
      const { value, done } = await writer.lines.next();
      if (done) break;
      const batch = parse(value);
      if (!batch) continue;
      acknowledged.push(batch);
      if (acknowledged.length - before === enough) writer.kill('SIGKILL');
    }
    await killed(writer);
    expect(writer.signalCode).toBe('SIGKILL');

    const { log } = await tempLog(folder);
    const batches = await log.read('a', 0, { raw: true, states: true });
    expect(batches.slice(0, acknowledged.length)).toEqual(acknowledged);
    // One more batch may have been committed just before the kill, but no partial one.
    const unheard = batches.slice(acknowledged.length);
    expect(unheard.length).toBeLessThanOrEqual(1);
    acknowledged.push(...unheard);

    const last = batches.at(-1)!.last;
    expect(await log.session('a')).toMatchObject({
      lastSequence: last,
      updatedAt: last,
      info: `{"last":${last}}`,
    });
    await log.close();
  }
});

/** The kill may truncate the last line; that batch counts as not acknowledged. */
function parse(line: string): Batch | null {
  try {
    return JSON.parse(line) as Batch;
  } catch {
    return null;
  }
}
