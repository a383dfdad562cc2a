import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests wait for events, never for time; this is only how long a hang may last.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/support/tally-reporter.ts'],
    restoreMocks: true,
  },
});
