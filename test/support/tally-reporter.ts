import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with one plain line that scripts can read. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') count[state]++;
      }
      // A file that does not even load has no tests to count.
      if (module.state() === 'failed' && module.errors().length > 0) count.failed++;
    }
    console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
}
