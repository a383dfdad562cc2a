import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UnclaimedMessages } from '../../../src/agents/codex/unclaimed-messages.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function unclaimed() {
  const abandoned: string[] = [];
  return { abandoned, messages: new UnclaimedMessages<string>(1000, (line) => abandoned.push(line)) };
}

test('lines wait for the one who claims their thread', () => {
  const { messages, abandoned } = unclaimed();
  messages.add('a', 'one');
  messages.add('b', 'other');
  messages.add('a', 'two');
  expect(messages.take('a')).toEqual(['one', 'two']);
  expect(messages.take('a')).toEqual([]);
  expect(abandoned).toEqual([]);
});

test('lines of a thread that nobody claims are abandoned together', () => {
  const { messages, abandoned } = unclaimed();
  messages.add('a', 'one');
  vi.advanceTimersByTime(999);
  messages.add('a', 'two');
  expect(abandoned).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(abandoned).toEqual(['one', 'two']);
  expect(messages.take('a')).toEqual([]);
});

test('a claimed thread is not abandoned later', () => {
  const { messages, abandoned } = unclaimed();
  messages.add('a', 'one');
  messages.take('a');
  vi.advanceTimersByTime(1000);
  expect(abandoned).toEqual([]);
});

test('lines beyond the limit are abandoned at once', () => {
  const { messages, abandoned } = unclaimed();
  for (let i = 0; i <= 20_000; i++) messages.add('a', `line ${i}`);
  expect(abandoned).toEqual(['line 20000']);
  expect(messages.take('a')).toHaveLength(20_000);
});

test('clearing forgets lines without abandoning them', () => {
  const { messages, abandoned } = unclaimed();
  messages.add('a', 'one');
  messages.clear();
  vi.advanceTimersByTime(1000);
  expect([abandoned, messages.take('a')]).toEqual([[], []]);
});
