import { expect, test } from 'vitest';
import { startProgram } from './programs.js';

test('kills agents when the daemon exits without stopping them', async () => {
  const before = process.listeners('exit');
  const child = startProgram('spawns-grandchild', ['./ignores-sigterm.mjs'], { graceMs: 60_000 });
  await child.lines.ready();
  const added = process.listeners('exit').filter((listener) => !before.includes(listener));
  for (const exitListener of added) exitListener.call(process, 1);
  expect(await child.exited).toMatchObject({ code: null, signal: 'SIGKILL' });
  expect(process.listeners('exit')).toEqual(before);
});
