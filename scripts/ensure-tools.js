// Installs what the tests need beyond npm, if it is missing and can be installed: Debian's chromium for the browser tests,
// bubblewrap for those of isolation, tmux and shells for those of the command line. It never fails: tests that miss something say so themselves.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findBubblewrap } from './find-bubblewrap.js';
import { findChromium } from './find-chromium.js';

/** A program on PATH. */
const onPath = (name) => () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path)) ?? null;

const tools = [
  { package: 'chromium', find: findChromium, purpose: 'the browser tests' },
  ...(process.platform === 'linux'
    ? [{ package: 'bubblewrap', find: findBubblewrap, purpose: 'the tests of isolation' }]
    : []),
  { package: 'tmux', find: onPath('tmux'), purpose: 'the tests of the command line in a terminal' },
  { package: 'zsh', find: onPath('zsh'), purpose: 'the tests of completions' },
  { package: 'fish', find: onPath('fish'), purpose: 'the tests of completions' },
];

let isUpdated = false;
for (const { package: name, find, purpose } of tools) {
  if (find() !== null) continue;
  console.log(`${name} not found: installing it with apt-get for ${purpose} …`);
  const why = install(name) ?? (find() === null ? `apt-get succeeded, but there is still no ${name}` : null);
  console.log(why === null ? `Installed ${find()}.` : `Installation failed: ${why}.`);
}

/** Runs as root or with passwordless sudo; returns the reason of a failure, or null. */
function install(name) {
  const why = isUpdated ? null : aptGet('update');
  isUpdated = true;
  return why ?? aptGet('install', '-y', '--no-install-recommends', name);
}

function aptGet(...step) {
  const before = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const [program, ...args] = [...before, 'apt-get', ...step];
  const { error, status, stderr } = spawnSync(program, args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) return `${program} could not be run (${error.code})`;
  return status === 0 ? null : `"apt-get ${step.join(' ')}" failed: ${stderr.trim().split('\n').at(-1)}`;
}
