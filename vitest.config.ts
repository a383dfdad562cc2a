import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { cacheFolder } from './test/support/real/cache-folder.js';
import { features } from './test/support/real/features.js';

const { CI, GREENROOM_TEST_AGENTS } = process.env;
/** The real agents need a processor for themselves. Without them, two workers keep a small machine busy. */
const hasRealAgents = CI === 'true' || GREENROOM_TEST_AGENTS === '1' || existsSync(cacheFolder());
const workers = hasRealAgents ? {} : { maxWorkers: Math.max(2, availableParallelism() - 1) };

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests wait for events, never for time; this is only how long a hang may last.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/support/matrix-reporter.ts', './test/support/tally-reporter.ts'],
    restoreMocks: true,
    ...workers,
    tags: Object.entries(features).map(([name, description]) => ({ name, description })),
  },
});
