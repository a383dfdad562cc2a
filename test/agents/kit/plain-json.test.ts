import { expect, it } from 'vitest';
import { plainJson } from '../../../src/agents/kit/plain-json.js';

it.each([
  ['{"a": 1}', { a: 1 }],
  ['// one\n{"a": /* two */ 1, // three\n}', { a: 1 }],
  ['[1, 2, /* x */ ]', [1, 2]],
  ['{"a": "// no, /* this */ is \\" text,]", "b": [,]}', null],
  ['{"url": "http://x/y", "list": ["a", "b",],}', { url: 'http://x/y', list: ['a', 'b'] }],
])('%s', (text, value) => {
  if (value === null) expect(() => JSON.parse(plainJson(text))).not.toThrow();
  else expect(JSON.parse(plainJson(text))).toEqual(value);
});

it('keeps strings as they are', () => {
  const text = '{"a":"// no, /* this */ is \\" text,]"}';
  expect(plainJson(text)).toBe(text);
});
