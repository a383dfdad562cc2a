import { execa } from 'execa';
import { expect, it } from 'vitest';
import type { UniversalEvent } from '../../src/schema/index.js';
import { checkStream, tool } from './check-stream.js';
import { SessionRig } from './session-rig.js';

/** The output of the checker as a program of its own. */
async function printed(events: readonly UniversalEvent[], ...flags: string[]): Promise<string> {
  const input = events.map((event) => JSON.stringify(event)).join('\n');
  const { stdout, exitCode } = await execa('node', [tool, ...flags, '-'], { input, reject: false });
  return exitCode === 0 ? '' : stdout;
}

it('reports what the program reports', async () => {
  const { events } = new SessionRig().ready().message('hello');
  expect(checkStream(events)).toBe('');
  expect(await printed(events)).toBe('');
  const broken = events.slice(1);
  expect(checkStream(broken, '--ended')).toContain('not ended');
  expect(checkStream(broken, '--ended')).toBe(await printed(broken, '--ended'));
});
