import { canRun } from './can-run.js';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Returns the path of a chromium, or null. If CHROMIUM_BIN is set, no other path is tried.
 * @returns {string | null}
 */
export function findChromium(env = process.env) {
  const named = env.CHROMIUM_BIN;
  return (named ? [named] : places).find(canRun) ?? null;
}
