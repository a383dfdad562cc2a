import { expect, it } from 'vitest';
import { masker } from '../../../src/sessions/recording/mask.js';

const line = (value: unknown) => JSON.stringify(value);

it.each([0, 1, 2])('replaces a secret in JSON that is nested %i times, and keeps its length', (depth) => {
  const secret = 'hunter2-"quoted"\\';
  const nested = (text: string) => {
    let value: unknown = { text };
    for (let level = 0; level < depth; level++) value = { inner: line(value) };
    return line(value);
  };
  expect(masker([secret])(nested(`it is ${secret}.`))).toBe(nested(`it is ${'*'.repeat(secret.length)}.`));
});

it.each([
  'sk-ant-0123456789abcdefgh',
  `ghp_${'a'.repeat(36)}`,
  `github_pat_${'a'.repeat(30)}`,
  'xoxb-0123456789-abc',
  `AKIA${'A'.repeat(16)}`,
  `AIza${'a'.repeat(35)}`,
])('replaces a key of a known kind: %s', (key) => {
  expect(masker([])(line({ key }))).toBe(line({ key: '*'.repeat(key.length) }));
});

it('leaves the word Bearer', () => {
  expect(masker([])('Authorization: Bearer abcdefgh12')).toBe('Authorization: Bearer **********');
});

it('replaces the longer of two secrets first', () => {
  expect(masker(['secret', 'secret-and-more'])('a secret-and-more b secret')).toBe(
    `a ${'*'.repeat(15)} b ${'*'.repeat(6)}`,
  );
});

it('leaves short values and other text as they are', () => {
  const text = line({ mode: 'on', text: 'task-force of sk-8 and AKIA' });
  expect(masker(['on', ''])(text)).toBe(text);
});
