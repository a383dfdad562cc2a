import { expect, it } from 'vitest';
import { formatBytes } from '../../../src/cli/terminal/bytes.js';

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [90_112, '90.1 kB'],
  [7_812_345, '7.8 MB'],
  [3_000_000_000_000, '3.0 TB'],
])('shows %d as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
