import { readFileSync, writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import { matrixOf, type Proof, withMatrix } from './matrix.js';
import type { Feature } from './real/features.js';

const readme = new URL('../../README.md', import.meta.url);

/**
 * Makes the README's table of what works for which agent from the results of the tests. `npm run matrix` writes it; any
 * run of all tests in which the real agents took part fails where the table says something else.
 */
export default class MatrixReporter implements Reporter {
  private vitest: Vitest | null = null;
  private isWhole = false;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const all = (await this.vitest?.globTestSpecifications()) ?? [];
    this.isWhole = specifications.length === all.length && !this.vitest?.config.testNamePattern;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const isWriting = process.env.GREENROOM_MATRIX === 'write';
    const tests = modules
      .flatMap((module) => [...module.children.allTests()])
      .filter(({ tags }) => tags.length > 0);
    if (!isWriting && (!this.isWhole || tests.some(isSkipped))) return;
    const document = readFileSync(readme, 'utf8');
    const table = matrixOf(tests.flatMap(proofsOf));
    const made = withMatrix(document, table);
    if (made === document) return;
    if (isWriting) {
      writeFileSync(readme, made);
      console.log(`\n${table}\n\nThe README has this table now.`);
    } else {
      console.error(
        `\nThe table of agents in the README is not what the tests say ("npm run matrix" writes it):\n${table}`,
      );
      process.exitCode = 1;
    }
  }
}

const isSkipped = (test: TestCase) => test.result().state === 'skipped';

/** `test/agents/real/claude-faults.test.ts` is about claude's real program, `test/agents/amp/…` about one in amp's place. */
function proofsOf(test: TestCase): Proof[] {
  const [, real, agent] = /test\/agents\/(real\/)?([a-z]+)/.exec(test.module.moduleId) ?? [];
  if (agent === undefined) return [];
  const passed = test.result().state === 'passed';
  return test.tags.map((tag) => ({ agent, feature: tag as Feature, isReal: real !== undefined, passed }));
}
