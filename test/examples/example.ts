import { join } from 'node:path';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import type { TestDaemon } from '../support/daemon.js';

export const examples = join(import.meta.dirname, '..', '..', 'examples');

/** An example as a user runs it, in a separate process that is killed when the test ends. */
export function runExample(
  program: string,
  args: string[],
  { url, token }: Pick<TestDaemon, 'url' | 'token'>,
) {
  const child = execa(program, args, {
    cwd: examples,
    reject: false,
    all: true,
    // In its own process group, so the children of a script are killed too.
    detached: true,
    env: { GREENROOM_URL: url, GREENROOM_TOKEN: token ?? undefined },
  });
  onTestFinished(async () => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL');
    await child;
  });
  let text = '';
  let wake = () => {};
  child.all.on('data', (chunk) => {
    text += String(chunk);
    wake();
  });
  child.all.on('end', () => wake());
  let seen = 0;
  return {
    child,
    /** Resolves when it has printed the text, after the previously awaited output. */
    async printed(expected: string): Promise<void> {
      for (;;) {
        const at = text.indexOf(expected, seen);
        if (at >= 0) {
          seen = at + expected.length;
          return;
        }
        if (child.all.readableEnded) throw new Error(`it ended without ${expected}:\n${text}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    type(line: string): void {
      child.stdin.write(`${line}\n`);
    },
    get text(): string {
      return text;
    },
  };
}
