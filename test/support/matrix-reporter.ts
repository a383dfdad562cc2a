import { readFileSync, writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import { matrixOf, type Proof, withMatrix } from './matrix.js';
import type { Feature } from './real/features.js';

const readme = new URL('../../README.md', import.meta.url);

/**
 * Generates the README's table of agent features from test results. `npm run matrix` writes it; a full run that includes
 * the real agents fails if the table is out of date.
 */
export default class MatrixReporter implements Reporter {
  #vitest: Vitest | null = null;
  #isFullRun = false;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const all = (await this.#vitest?.globTestSpecifications()) ?? [];
    this.#isFullRun = specifications.length === all.length && !this.#vitest?.config.testNamePattern;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const isWriting = process.env.GREENROOM_MATRIX === 'write';
    const tests = modules
      .flatMap((module) => [...module.children.allTests()])
      .filter(({ tags }) => tags.length > 0);
    if (!isWriting && (!this.#isFullRun || tests.some(isSkipped))) return;
    const document = readFileSync(readme, 'utf8');
    const table = matrixOf(tests.flatMap(proofsOf));
    const made = withMatrix(document, table);
    if (made === document) return;
    if (isWriting) {
      writeFileSync(readme, made);
      console.log(`\n${table}\n\nUpdated the table in the README.`);
    } else {
      console.error(
        `\nThe table of agents in the README is out of date ("npm run matrix" updates it):\n${table}`,
      );
      process.exitCode = 1;
    }
  }
}

const isSkipped = (test: TestCase) => test.result().state === 'skipped';

/** Tests in `test/agents/claude/real.test.ts` ran Claude's real program, other files in that folder a stand-in. */
function proofsOf(test: TestCase): Proof[] {
  const [, agent, real] = /test\/agents\/([\w-]+)\/(real)?/.exec(test.module.moduleId) ?? [];
  if (agent === undefined) return [];
  const passed = test.result().state === 'passed';
  return test.tags.map((tag) => ({ agent, feature: tag as Feature, isReal: real !== undefined, passed }));
}
