// Installs Debian's chromium for the browser tests if there is none and it can be installed.
// It never fails: tests that find no browser report it themselves.
import { spawnSync } from 'node:child_process';
import { findChromium } from './find-chromium.js';

const steps = [
  ['apt-get', 'update'],
  ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
];

if (findChromium() === null) {
  console.log('Chromium not found: installing it with apt-get for the browser tests …');
  const why = install();
  console.log(why === null ? `Installed ${findChromium()}.` : `Installation failed: ${why}.`);
}

/** Runs as root or with passwordless sudo; returns the reason of a failure, or null. */
function install() {
  const before = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const step of steps) {
    const [program, ...args] = [...before, ...step];
    const { error, status, stderr } = spawnSync(program, args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (error) return `${program} could not be run (${error.code})`;
    if (status !== 0) return `"${step.join(' ')}" failed: ${stderr.trim().split('\n').at(-1)}`;
  }
  return findChromium() === null ? 'apt-get succeeded, but there is still no chromium' : null;
}
