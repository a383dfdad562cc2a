import { expect, it } from 'vitest';
import { cuts } from './cuts.js';

const line = (type: string, more: object = {}) => ({ dir: 'out', text: JSON.stringify({ type, ...more }) });

it('cuts once between any two kinds of lines', () => {
  const lines = [
    line('start'),
    line('delta', { delta: 'a' }),
    line('delta', { delta: 'b' }),
    line('delta', { delta: 'c' }),
    line('end'),
    line('start'),
    line('delta', { delta: 'd' }),
  ];
  expect(cuts(lines)).toEqual([0, 1, 2, 4, 5]);
});

it('tells lines with other fields apart', () => {
  const lines = [line('item', { name: 'a' }), line('item', { name: 'b' }), line('item', { error: null })];
  expect(cuts(lines)).toEqual([0, 1, 2]);
});

it('takes lines that are not JSON', () => {
  expect(
    cuts([
      { dir: 'out', text: '{' },
      { dir: 'out', text: '[' },
    ]),
  ).toEqual([0, 1]);
});
