import { expect, test } from 'vitest';
import { cleanExit, describeExit, failedExit } from '../../../src/agents/kit/exits.js';

const stderr = { head: 'first\n', tail: 'more\n\u001b[31mlast\u001b[0m\n', truncated: false, total_lines: 3 };

test.each([
  [cleanExit, 'exit code 0'],
  [{ ...cleanExit, code: null, signal: 'SIGKILL' }, 'signal SIGKILL'],
  [failedExit(new Error('no such file')), 'no such file'],
  [{ ...cleanExit, code: 3, stderr }, 'exit code 3: last'],
  [{ ...cleanExit, code: 3, stderr: { ...stderr, tail: undefined } }, 'exit code 3: first'],
])('%j is described as "%s"', (exit, description) => {
  expect(describeExit(exit)).toBe(description);
});
