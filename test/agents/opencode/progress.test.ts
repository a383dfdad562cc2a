import { describe, expect, test } from 'vitest';
import {
  answering,
  atWork,
  isEndedByError,
  notBegun,
  type Progress,
  restOf,
} from '../../../src/agents/opencode/progress.js';

const open = { time: { created: 1 } };
const complete = { time: { created: 1, completed: 2 } };

describe('an idle', () => {
  test.each<[string, Progress, ReturnType<typeof restOf>]>([
    ['before the server was at work is about an earlier turn', notBegun, 'earlier'],
    [
      'before the server was at work stays so, whatever was answered',
      answering(notBegun, complete),
      'earlier',
    ],
    ['without any answer ends the turn', atWork(notBegun), 'over'],
    ['during an answer is too early', answering(atWork(notBegun), open), 'early'],
    ['after an answer ends the turn', answering(answering(atWork(notBegun), open), complete), 'over'],
    [
      'during the second answer is too early',
      answering(answering(atWork(notBegun), complete), open),
      'early',
    ],
  ])('%s', (_, progress, rest) => {
    expect(restOf(progress)).toBe(rest);
  });
});

test('an error ends only a turn that the server has not begun', () => {
  expect(isEndedByError(notBegun)).toBe(true);
  expect(isEndedByError(atWork(notBegun))).toBe(false);
});
