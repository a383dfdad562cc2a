import { access, constants } from 'node:fs/promises';
import { execa } from 'execa';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** What a browser on a machine of tests needs: no sandbox as root, and no talk with anybody. */
export const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The path of a chromium, which is installed where it is missing and can be; else why there is none. */
export async function findChromium(): Promise<{ path: string } | { missing: string }> {
  const found = await firstThere();
  if (found) return { path: found };
  const failure = await install();
  const installed = await firstThere();
  if (installed) return { path: installed };
  return {
    missing: `no chromium is here (${failure}): install Debian's chromium, or name one with CHROMIUM_BIN`,
  };
}

async function firstThere(): Promise<string | null> {
  const named = process.env.CHROMIUM_BIN;
  for (const path of named ? [named] : places) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return null;
}

/** With apt-get, as root or with a sudo that asks for nothing; what went wrong. */
async function install(): Promise<string> {
  const before = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const args of [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
  ]) {
    const [program, ...rest] = [...before, ...args];
    const result = await execa(program!, rest, { reject: false, env: { DEBIAN_FRONTEND: 'noninteractive' } });
    if (result.failed) return result.shortMessage ?? `${args.join(' ')} failed`;
  }
  return '';
}
