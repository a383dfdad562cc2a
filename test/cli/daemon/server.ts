import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { tempFolder } from '../../support/temp-folder.js';

const main = new URL('../../../dist/program/greenroom.js', import.meta.url).pathname;

export interface ServerGiven {
  args?: string[];
  env?: Record<string, string>;
  dataFolder?: string;
  /** Any free port by default; null for none, which needs a socket. */
  port?: null;
}

/** Runs `greenroom server` and waits for its banner. Killed when the test ends. */
export async function server({ args = [], env = {}, dataFolder, port }: ServerGiven = {}) {
  const data = dataFolder ?? (await tempFolder());
  const child = execa(
    'node',
    [main, 'server', ...(port === null ? [] : ['--port', '0']), '--data', data, ...args],
    {
      reject: false,
      env: { GREENROOM_TOKEN: undefined, ...env },
    },
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await child;
  });
  let banner = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      banner += String(chunk);
      // The last line of the banner.
      if (/^ +try .*\n/m.test(banner)) resolve();
    });
    void child.then(({ stderr }) => reject(new Error(`it did not start: ${stderr}`)));
  });
  const row = (name: string) => new RegExp(`^ +${name} +(.*)$`, 'm').exec(banner)?.[1];
  return { child, banner, data, url: row('listening')!, token: row('token'), try: row('try')! };
}

/** The status of a response. */
export async function status(url: string, token?: string): Promise<number> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return (await fetch(`${url}/v1/agents`, { headers })).status;
}
