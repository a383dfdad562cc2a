import { expect, test } from 'vitest';
import { RequestInbox } from '../../../src/agents/kit/inbox.js';

function inbox(...keys: string[]) {
  const requests = new RequestInbox<{ about: string }>();
  for (const key of keys) requests.add(key, { about: key });
  return requests;
}

test('resolves a request once', async () => {
  const requests = inbox('a');
  const answered: string[] = [];
  const answer = async ({ about }: { about: string }) => answered.push(about);
  await requests.resolve('a', answer);
  await requests.resolve('a', answer);
  expect(answered).toEqual(['a']);
});

test('a request is no longer pending while its reply is being sent', async () => {
  const requests = inbox('a');
  await requests.resolve('a', async () => expect(requests.has('a')).toBe(false));
});

test('sends nothing for a withdrawn request', async () => {
  const requests = inbox('a');
  expect(requests.take('a')).toEqual({ about: 'a' });
  await requests.resolve('a', () => expect.fail('it was withdrawn'));
  expect(requests.take('a')).toBeUndefined();
});

test('rejects if the reply cannot be sent', async () => {
  const failing = inbox('a').resolve('a', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
});

test('takes the requests that match and leaves the others', () => {
  const requests = inbox('a', 'b', 'c');
  expect(requests.takeAll(({ about }) => about !== 'b').map(([key]) => key)).toEqual(['a', 'c']);
  expect([...requests.requests.keys()]).toEqual(['b']);
  expect(requests.takeAll()).toEqual([['b', { about: 'b' }]]);
  expect(requests.requests.size).toBe(0);
});
