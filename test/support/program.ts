import { execa, type ResultPromise } from 'execa';
import { onTestFinished } from 'vitest';
import type { IsolateSetting } from '../../src/server/defaults.js';
import { TestDaemon } from './daemon.js';
import { tempFolder } from './temp-folder.js';

export const main = new URL('../../dist/program/greenroom.js', import.meta.url).pathname;

/** Starts the built daemon in a process of its own; killed when the test ends. */
export async function daemonProcess(
  given: {
    program?: string;
    dataFolder?: string;
    args?: string[];
    env?: Record<string, string>;
    /** Given by `args` or `env`; by default none is required. */
    token?: string;
    /** Off unless it is given, as in `testDaemon`. */
    isolate?: IsolateSetting | 'default';
  } = {},
) {
  const dataFolder = given.dataFolder ?? (await tempFolder());
  const { isolate = 'off' } = given;
  // Isolated agents do not see the data folder.
  const directory = isolate === 'off' ? dataFolder : await tempFolder();
  const open = given.token === undefined ? ['--no-token'] : [];
  const isolation = isolate === 'default' ? [] : ['--isolate', isolate];
  const ours = ['--data', dataFolder, ...isolation, '--pass-env', 'FAKE_*'];
  const args = ['server', '--port', '0', ...open, ...ours, ...(given.args ?? [])];
  const child = execa('node', [given.program ?? main, ...args], {
    reject: false,
    cwd: directory,
    env: { GREENROOM_TOKEN: undefined, ...given.env },
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await child;
  });
  const url = await listening(child);
  const running = {
    url,
    socket: null,
    port: Number(new URL(url).port),
    stop: async () => {},
    pair: () => null,
  };
  return { child, dataFolder, directory, daemon: new TestDaemon(running, dataFolder, given.token) };
}

/** Waits for the URL in the banner. */
async function listening(child: ResultPromise): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout as unknown as AsyncIterable<Buffer>) {
    text += String(chunk);
    const url = /listening +(http:\S+)/.exec(text)?.[1];
    if (url) return url;
  }
  const { stderr } = await child;
  throw new Error(`the daemon did not start: ${text}${String(stderr)}`);
}

/** Runs a command to its exit. */
export function greenroom(args: string[], env: Record<string, string> = {}) {
  return execa('node', [main, ...args], { reject: false, env: { GREENROOM_TOKEN: undefined, ...env } });
}
