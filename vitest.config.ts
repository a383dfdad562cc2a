import { availableParallelism, tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { memoryFolder } from './test/support/memory-folder.js';
import { features } from './test/support/real/features.js';

const isCI = process.env.CI === 'true';
const REAL = 'test/agents/**/real*.test.ts';

const settings = {
  // Tests wait for events, never for time; this is only how long a hang may last.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  restoreMocks: true,
  // One of thousands of real processes may be late on a busy machine. The tally names each test that needed it.
  retry: isCI ? 1 : 0,
  env: { TMPDIR: memoryFolder() ?? tmpdir() },
  tags: Object.entries(features).map(([name, description]) => ({ name, description })),
};

export default defineConfig({
  test: {
    reporters: ['default', './test/support/matrix-reporter.ts', './test/support/tally-reporter.ts'],
    tags: settings.tags,
    // Two workers keep a small machine busy.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...settings,
          name: 'greenroom',
          include: ['test/**/*.test.ts'],
          exclude: [REAL],
          // No test changes a module: files of a worker share what they import, and a browser.
          isolate: false,
        },
      },
      {
        test: {
          ...settings,
          name: 'real agents',
          include: [REAL],
          // They need a processor for themselves, so they run after all others, one at a time.
          sequence: { groupOrder: 1 },
          maxWorkers: 1,
        },
      },
    ],
  },
});
