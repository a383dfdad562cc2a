import type { Reporter, TestModule } from 'vitest/node';

/** Prints a final line with the totals, for scripts to parse. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') count[state]++;
      }
      // A file that failed to load has no tests to count.
      if (module.state() === 'failed' && module.errors().length > 0) count.failed++;
    }
    console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
}
