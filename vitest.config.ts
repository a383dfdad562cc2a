import { defineConfig } from 'vitest/config';
import { features } from './test/support/real/features.js';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests wait for events, never for time; this is only how long a hang may last.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/support/matrix-reporter.ts', './test/support/tally-reporter.ts'],
    restoreMocks: true,
    tags: Object.entries(features).map(([name, description]) => ({ name, description })),
  },
});
