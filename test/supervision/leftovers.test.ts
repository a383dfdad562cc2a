import { expect, test } from 'vitest';
import { endLeftovers, formatMark, type Mark } from '../../src/supervision/index.js';
import { freshMark, runs, startProgram } from './programs.js';

/** A process that stands for a daemon, and the pid of its agent. */
async function host(mark: Mark) {
  const daemon = startProgram('hosts-agent', ['./ignores-sigterm.mjs', formatMark(mark)], {
    drainMs: 50,
    // Nobody ends the agents of a daemon that is killed.
    enclose: async () => null,
  });
  const agent = await daemon.lines.ready();
  return {
    agent,
    async kill() {
      process.kill(daemon.pid, 'SIGKILL');
      await daemon.exited;
    },
  };
}

test('a starting daemon ends the leftovers of a killed one, and nothing else', async () => {
  const mark = freshMark();
  const stranger = startProgram('waits');
  await stranger.lines.ready();
  const daemon = await host(mark);
  await daemon.kill();
  expect(await runs(daemon.agent)).toBe(true);
  expect(await endLeftovers({ owner: mark.owner, installationId: 'none', graceMs: 100 })).toEqual([]);
  expect(await runs(daemon.agent)).toBe(false);
  expect(await runs(stranger.pid)).toBe(true);
});

test('leftovers with the mark of an earlier version are ended, unless their daemon still runs', async () => {
  const mark = freshMark();
  const daemon = await host(mark);
  const starting = { owner: 'another', installationId: mark.owner, graceMs: 100 };
  await endLeftovers(starting);
  expect(await runs(daemon.agent)).toBe(true);
  await daemon.kill();
  await endLeftovers(starting);
  expect(await runs(daemon.agent)).toBe(false);
});
