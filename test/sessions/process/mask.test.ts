import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretMask } from '../../../src/sessions/process/mask.js';

test('the values of secret variables are blanked', () => {
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

test('what only sounds like a secret, or is too short for one, stays', () => {
  const mask = secretMask({ MAX_THINKING_TOKENS: '31999999', KEYBOARD_LAYOUT: 'de-latin1', API_KEY: 'none' });
  const text = '31999999 de-latin1 none';
  expect(mask(text)).toBe(text);
});

test('keys and bearer tokens are known by their looks', () => {
  expect(secretMask({})('sent sk-ant-api03-AbCdEf, Authorization: Bearer eyJhbGciOi.J9 and task-force')).toBe(
    'sent sk-***, Authorization: Bearer *** and task-force',
  );
});

test('a secret that holds another leaves no rest', () => {
  const mask = secretMask({ A_KEY: 'aaaabbbb', B_KEY: 'aaaabbbbcccc' });
  expect(mask('aaaabbbbcccc aaaabbbb')).toBe('*** ***');
});

test('a secret of many lines is blanked as a whole', () => {
  expect(secretMask({ SIGNING_KEY: 'BEGIN\nmiddle\nEND' })('a\nBEGIN\nmiddle\nEND\nb')).toBe('a\n***\nb');
});

test('no secret is ever left in a text', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8 }), fc.string(), fc.string(), (secret, before, after) => {
      fc.pre(!'***'.includes(secret) && !secret.includes('*'));
      expect(secretMask({ SOME_TOKEN: secret })(`${before} ${secret} ${after}`)).not.toContain(` ${secret} `);
    }),
  );
});

test('a long text costs little', () => {
  const mask = secretMask(
    Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`KEY_${n}`, `value-number-${n}`])),
  );
  const text = 'nothing to see here, sk- Bearer \n'.repeat(20_000);
  const before = performance.now();
  expect(mask(text)).toBe(text);
  expect(performance.now() - before).toBeLessThan(2_000);
});
