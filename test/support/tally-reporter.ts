import type { Reporter, TestModule } from 'vitest/node';

/** Prints the tests that passed only on a retry, and a final line with the totals, for scripts to parse. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0 };
    const retried: string[] = [];
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== 'pending') count[state]++;
        if (test.diagnostic()?.flaky) retried.push(`${module.relativeModuleId} > ${test.fullName}`);
      }
      // A file that failed to load has no tests to count.
      if (module.state() === 'failed' && module.errors().length > 0) count.failed++;
    }
    console.log('');
    for (const name of retried) console.log(`passed at the second try: ${name}`);
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
}
