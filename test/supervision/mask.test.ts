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

test.each([
  ['a key of a model provider', 'sk-[ant-api03-AbCdEf_12]'],
  ['another', 'gsk_[abcdefgh12345678]'],
  ['a key of Amp', 'sgamp_user_[01ABCDEFGHIJKLMN_abcdef]'],
  ['a token of GitHub', 'ghp_[16C7e42F292c6912E7710c838347Ae178B4a]'],
  ['a fine-grained token of GitHub', 'github_pat_[11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz]'],
  ['a token of GitLab', 'glpat-[abcdefgh12345678-_xy]'],
  ['a token of Slack', 'xoxb-[17653672481-19874698323-pdFZKVeTuE8sk7oOHcbrzqgy]'],
  ['a webhook of Slack', 'https://hooks.slack.com/services/[T000/B000/XXXXXXXXXXXX]'],
  ['a key of Google', 'AIza[SyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe]'],
  ['a key of AWS', 'AKIA[IOSFODNN7EXAMPLE]'],
  ['a key of Stripe', 'sk_live_[4eC39HqLyjWDarjtT1zdp7dc]'],
  ['a token of npm', 'npm_[abcdefghijklmnopqrstuvwxyz0123456789]'],
  ['a login in .npmrc', '//registry.example/:_auth=[dXNlcjpwYXNz]'],
  ['a token in .npmrc', '//registry.example/:_authToken = "[0123-4567]"'],
  ['a JSON Web Token', 'cookie=[eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N]; path=/'],
  ['a private key', '-----BEGIN RSA PRIVATE KEY-----[\nMIIEow\nIBAAKCAQEA\n]-----END RSA PRIVATE KEY-----'],
  ['a bearer token', 'Authorization: Bearer [eyJhbGciOi.J9]'],
  ['Basic authentication', 'authorization: Basic [dXNlcjpwYXNz]'],
  ['Basic authentication without its header', 'sent Basic [dXNlcjpwYXM=] to it'],
  ['a header as JSON', '{"Authorization":"token [abcdef0123]","accept":"*/*"}'],
  ['a key in a header', 'x-api-key: [abcd1234]'],
  ['a password in a URL', 'postgres://app:[hunter2!]@db.example:5432/app'],
  ['a password without a user in a URL', 'redis://:[hunter2]@cache'],
  ['a token in a URL', 'https://[0123456789abcdef0123]@git.example/a.git'],
  ['a parameter of a URL', 'GET /mcp?a=1&api_key=[abc123def]&b=2'],
])('recognizes %s', (_, text) => {
  const mask = secretMask({});
  const [before, rest] = text.split('[') as [string, string];
  const [secret, after] = rest.split(']') as [string, string];
  expect(mask(`${before}${secret}${after}`)).toBe(`${before}***${after}`);
});

test.each([
  'task-force sk-short Basic information about the bearer of news',
  'npm_config_registry=https://packages.example.com/ git@github.com:a/b.git ssh://git@github.com/a/b',
  'https://example.com/a@b?key=&page=2 http://localhost:3000/@scope/name',
  'at Object.<anonymous> (/home/user/app/index.js:10:5) sha512-0123456789abcdef',
])('keeps %s', (text) => {
  expect(secretMask({})(text)).toBe(text);
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
