import { describe, expect, it } from 'vitest';
import { GreenroomError } from '../../src/client/index.js';
import { queueProblem } from '../../src/inspector/chat/queue/queue-problem.js';
import { dropSide, moved, slotAt } from '../../src/inspector/chat/queue/reorder.js';
import { problem } from '../../src/schema/index.js';

describe('a queued message', () => {
  it.each([
    ['a', 0, 'abc'],
    ['a', 1, 'bac'],
    ['a', 2, 'bca'],
    ['c', 0, 'cab'],
    ['b', 9, 'acb'],
  ])('%s moved to %i gives %s', (id, to, order) => {
    expect(moved(['a', 'b', 'c'], id, to).join('')).toBe(order);
  });

  it.each([
    [0, 0],
    [15, 1],
    [25, 2],
    [99, 3],
  ])('dragged to %i is dropped at %i', (pointer, slot) => {
    expect(slotAt([10, 20, 30], pointer)).toBe(slot);
  });

  it.each([
    [0, 'b before'],
    [2, 'd before'],
    [3, 'd after'],
    [1, ''],
  ])('dragged from 1 to %i has its mark at: %s', (to, mark) => {
    const ids = ['b', 'a', 'c', 'd'];
    const marks = ids.map((id) => [id, dropSide(ids, { id: 'a', to }, id)]);
    expect(
      marks
        .filter(([, side]) => side)
        .map((each) => each.join(' '))
        .join(),
    ).toBe(mark);
  });
});

describe('a refused change of the queue', () => {
  it.each([
    ['revision_mismatch', /changed elsewhere/],
    ['message_delivered', /already been sent/],
    ['not_found', /no longer in the queue/],
    ['overloaded', /^the detail$/],
  ] as const)('%s is explained', (kind, words) => {
    expect(queueProblem(new GreenroomError(problem(kind, 'the detail')))).toMatch(words);
  });

  it('keeps the words of any other error', () => {
    expect(queueProblem(new Error('offline'))).toBe('offline');
  });
});
