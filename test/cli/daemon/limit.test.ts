import { expect, it } from 'vitest';
import { describeLimits } from '../../../src/cli/daemon/limit.js';

it('describes all limits with their defaults', () => {
  expect(describeLimits()).toMatch(/^ {2}attachment-bytes +20MiB$/m);
  expect(describeLimits()).toMatch(/^ {2}sessions +100000$/m);
});
