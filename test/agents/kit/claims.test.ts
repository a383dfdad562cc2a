import { beforeEach, expect, test } from 'vitest';
import { Claims } from '../../../src/agents/kit/claims.js';

let claims: Claims<string>;

beforeEach(() => {
  claims = new Claims();
});

test('a native session belongs to whoever claimed it last', () => {
  expect(claims.ownerOf('t1')).toBeUndefined();
  claims.claim('t1', 'ann');
  claims.claim('t1', 'bob');
  expect(claims.ownerOf('t1')).toBe('bob');
  expect(claims.claimsOf('ann')).toEqual([]);
});

test('a listener may own several native sessions, and a claim alone adds no listener', () => {
  claims.claim('t1', 'ann');
  claims.claim('t2', 'bob');
  claims.claim('t3', 'ann');
  expect(claims.claimsOf('ann')).toEqual(['t1', 't3']);
  expect(claims.listeners).toEqual([]);
});

test('leaving removes the listener and its claims', () => {
  claims.join('ann');
  claims.join('bob');
  claims.claim('t1', 'ann');
  claims.claim('t2', 'bob');
  claims.leave('ann');
  expect(claims.listeners).toEqual(['bob']);
  expect([claims.ownerOf('t1'), claims.ownerOf('t2')]).toEqual([undefined, 'bob']);
});

test('clearing returns the removed listeners', () => {
  claims.join('ann');
  claims.join('bob');
  claims.claim('t1', 'ann');
  expect(claims.clear()).toEqual(['ann', 'bob']);
  expect(claims.listeners).toEqual([]);
  expect(claims.ownerOf('t1')).toBeUndefined();
});
