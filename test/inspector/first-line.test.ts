import { describe, expect, it } from 'vitest';
import { firstLine } from '../../src/inspector/ui/first-line.js';

describe('the first line of a markdown text', () => {
  it.each([
    ['## The plan\n\n1. Run the tests', 'The plan'],
    ['\n\n> **Note** that `this` works\nmore', 'Note that this works'],
    ['plain', 'plain'],
    ['', ''],
  ])('of %j is %j', (text, line) => {
    expect(firstLine(text)).toBe(line);
  });

  it('is truncated', () => {
    expect(firstLine('x'.repeat(1000))).toHaveLength(200);
  });
});
