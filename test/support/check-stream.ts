import { execa } from 'execa';
import type { UniversalEvent } from '../../src/schema/index.js';

const tool = new URL('../../fixtures/tools/check-stream.mjs', import.meta.url).pathname;

/** Runs the contract's own checker over a stream; returns its report, empty if it finds nothing. */
export async function checkStream(events: readonly UniversalEvent[], ...flags: string[]): Promise<string> {
  const input = events.map((event) => JSON.stringify(event)).join('\n');
  const { stdout, exitCode } = await execa('node', [tool, ...flags, '-'], { input, reject: false });
  return exitCode === 0 ? '' : stdout;
}
