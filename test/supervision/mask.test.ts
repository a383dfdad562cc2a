import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { secretMask } from '../../src/supervision/mask.js';

test('masks the values of secret variables', () => {
  const mask = secretMask({
    ANTHROPIC_API_KEY: 'abcdefgh1234',
    GITHUB_TOKEN: 'token(with)$pecial.chars',
    PGPASSWORD: 'correct horse',
    AWS_SECRET_ACCESS_KEY: 'aws/secret+value',
  });
  expect(mask('key abcdefgh1234, token(with)$pecial.chars; correct horse|aws/secret+value')).toBe(
    'key ***, ***; ***|***',
  );
});

test('keeps values that only resemble secrets or are too short', () => {
  const mask = secretMask({ MAX_THINKING_TOKENS: '31999999', KEYBOARD_LAYOUT: 'de-latin1', API_KEY: 'none' });
  const text = '31999999 de-latin1 none';
  expect(mask(text)).toBe(text);
});

test('recognizes keys and bearer tokens by their format', () => {
  expect(secretMask({})('sent sk-ant-api03-AbCdEf, Authorization: Bearer eyJhbGciOi.J9 and task-force')).toBe(
    'sent sk-***, Authorization: Bearer *** and task-force',
  );
});

test('leaves no remainder of a secret that contains another', () => {
  const mask = secretMask({ A_KEY: 'aaaabbbb', B_KEY: 'aaaabbbbcccc' });
  expect(mask('aaaabbbbcccc aaaabbbb')).toBe('*** ***');
});

test('masks a multi-line secret as a whole', () => {
  expect(secretMask({ SIGNING_KEY: 'BEGIN\nmiddle\nEND' })('a\nBEGIN\nmiddle\nEND\nb')).toBe('a\n***\nb');
});

test('never leaves a secret in a text', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8 }), fc.string(), fc.string(), (secret, before, after) => {
      fc.pre(!'***'.includes(secret) && !secret.includes('*'));
      expect(secretMask({ SOME_TOKEN: secret })(`${before} ${secret} ${after}`)).not.toContain(` ${secret} `);
    }),
  );
});

test('searches a text once, however many secrets there are', () => {
  const env = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`KEY_${n}`, `value-number-${n}.`]));
  const mask = secretMask(env);
  const filler = 'nothing to see here, sk- Bearer \n'.repeat(2_000);
  const exec = vi.spyOn(RegExp.prototype, 'exec');
  const masked = mask(`${filler}value-number-7.${filler}value-number-42.${filler}`);
  const searches = exec.mock.calls.length;
  exec.mockRestore();
  expect(masked).toBe(`${filler}***${filler}***${filler}`);
  // From the start to the first secret, from there to the second, and from there to the end.
  expect(searches).toBe(3);
});
