import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import type { TestDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';

const root = join(import.meta.dirname, '..', '..');
export const examples = join(root, 'examples');

/** A copy of the examples in a folder where the client is installed, as a user has them. */
async function installed(): Promise<string> {
  const folder = await tempFolder();
  await cp(examples, folder, { recursive: true });
  await mkdir(join(folder, 'node_modules', '@greenroom'), { recursive: true });
  await symlink(join(root, 'dist', 'client'), join(folder, 'node_modules', '@greenroom', 'client'));
  await symlink(root, join(folder, 'node_modules', 'greenroom'));
  return folder;
}

/** An example as a user runs it, in a separate process that is killed when the test ends. */
export async function runExample(
  program: string,
  args: string[],
  { url, token }: Partial<Pick<TestDaemon, 'url' | 'token'>> = {},
) {
  const child = execa(program, args, {
    cwd: await installed(),
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
