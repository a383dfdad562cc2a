// Sees to it that there is a chromium for the tests in a browser: Debian's is installed where it is missing and can be.
// It never fails: tests that find no browser say so themselves.
import { spawnSync } from 'node:child_process';
import { findChromium } from './find-chromium.js';

const steps = [
  ['apt-get', 'update'],
  ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
];

if (findChromium() === null) {
  console.log('No chromium is here: installing the one of Debian, once, for the tests in a browser …');
  const why = install();
  console.log(why === null ? `Installed ${findChromium()}.` : `It could not be installed: ${why}.`);
}

/** As root, or with a sudo that asks for nothing; what went wrong, or null. */
function install() {
  const before = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const step of steps) {
    const [program, ...args] = [...before, ...step];
    const { error, status, stderr } = spawnSync(program, args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (error) return `${program} cannot be run (${error.code})`;
    if (status !== 0) return `"${step.join(' ')}" failed: ${stderr.trim().split('\n').at(-1)}`;
  }
  return findChromium() === null ? 'apt-get was content, and there is still none' : null;
}
