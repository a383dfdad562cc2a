import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Write } from '../../src/log/index.js';
import { MemoryLog } from './memory-log.js';

/** A disk so slow that an agent could write everything it has before the first commit is done. */
export class SlowLog extends MemoryLog {
  override async append(sessionId: string, after: number, write: Write): Promise<void> {
    for (let iteration = 0; iteration < 100; iteration++) await nextIteration();
    await super.append(sessionId, after, write);
  }
}
