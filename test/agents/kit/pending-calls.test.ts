import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DeadlineError, PendingCalls } from '../../../src/agents/kit/pending-calls.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const call = { method: 'ask', ms: 1000 };
const send = () => {};

test('registers a call before sending it, and resolves with the response', async () => {
  const calls = new PendingCalls<number>();
  const seen: (string | null)[] = [];
  const answer = calls.add(1, call, () => seen.push(calls.methodOf(1)));
  expect(seen).toEqual(['ask']);
  calls.resolve(1, 'yes', '{}');
  expect(await answer).toBe('yes');
  expect(calls.methodOf(1)).toBeNull();
  expect(vi.getTimerCount()).toBe(0);
});

test('distinguishes calls by id', async () => {
  const calls = new PendingCalls<number>();
  const answers = [calls.add(1, call, send), calls.add(2, call, send)];
  calls.resolve(2, 'second', '');
  calls.resolve(1, 'first', '');
  expect(await Promise.all(answers)).toEqual(['first', 'second']);
});

test('rejects a call', async () => {
  const calls = new PendingCalls<number>();
  const answer = calls.add(1, call, send);
  calls.reject(1, new Error('no'));
  await expect(answer).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
});

describe('onResult', () => {
  test('gets the response and its text before resolve() returns', async () => {
    const calls = new PendingCalls<number>();
    const onResult = vi.fn();
    const answer = calls.add(1, { ...call, onResult }, send);
    calls.resolve(1, 7, '{"result":7}');
    expect(onResult).toHaveBeenCalledExactlyOnceWith(7, '{"result":7}');
    await answer;
  });

  test('rejects the call by throwing', async () => {
    const calls = new PendingCalls<number>();
    const onResult = () => {
      throw new Error('not what I asked for');
    };
    const answer = calls.add(1, { ...call, onResult }, send);
    calls.resolve(1, 7, '');
    await expect(answer).rejects.toThrow('not what I asked for');
  });
});

test('rejects a call after its timeout and ignores a late response', async () => {
  const calls = new PendingCalls<number>();
  const answer = calls.add(1, call, send);
  const rejected = expect(answer).rejects.toThrow(new DeadlineError('ask', 1000));
  vi.advanceTimersByTime(999);
  expect(calls.methodOf(1)).toBe('ask');
  vi.advanceTimersByTime(1);
  expect(calls.methodOf(1)).toBeNull();
  calls.resolve(1, 'too late', '');
  await rejected;
});

test('closing rejects pending calls, and later ones without sending them', async () => {
  const calls = new PendingCalls<number>();
  const waiting = calls.add(1, call, send);
  calls.close(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  const late = vi.fn();
  await expect(calls.add(2, call, late)).rejects.toThrow('gone');
  expect(late).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
