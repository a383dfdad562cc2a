import { expect, test } from 'vitest';
import { inert } from '../../../src/server/content/inert-markdown.js';

test.each([
  ['an image', 'see ![a](https://example.com/a.png)', 'see &#33;[a](https://example.com/a.png)'],
  ['an image that was escaped', '\\![a](b)', '\\&#33;[a](b)'],
  ['an image by reference', '![a][b]', '&#33;[a][b]'],
  ['an image in a link', '[![a](b)](c)', '[&#33;[a](b)](c)'],
  ['an element', 'a <img src=b> c', 'a &lt;img src=b> c'],
  ['an element in capitals', 'a <IMG SRC=b>', 'a &lt;IMG SRC=b>'],
  ['an element that goes on in the next line', 'a <div\nstyle="b">', 'a &lt;div\nstyle="b">'],
  ['an element with a style', 'a <p style="background:url(b)">', 'a &lt;p style="background:url(b)">'],
  ['a style sheet', 'a <style>@import url(b)</style>', 'a &lt;style>@import url(b)</style>'],
  ['a block of HTML', '<div>\n```\n\n![a](b)', '&lt;div>\n```\n\n![a](b)\n```'],
  ['a comment', '<!--\n```\n-->\n', '&lt;!--\n```\n-->\n\n```'],
  ['a block of HTML in a list', '- > <table>', '- > &lt;table>'],
  ['an image after a carriage return', '```\ra\r```\r![a](b)', '```\na\n```\n&#33;[a](b)'],
  [
    'an image behind a fence in a list',
    '1. ```\n   ```\n![a](b)',
    '1. &#96;&#96;&#96;\n   &#96;&#96;&#96;\n&#33;[a](b)',
  ],
  [
    'an image after a fence that a space closes',
    '```\n```\u00a0\n```\n![a](b)',
    '```\n```\u00a0\n```\n&#33;[a](b)',
  ],
])('makes %s inert', (_, text, expected) => {
  expect(inert(text)).toBe(expected);
});

test.each([
  ['text', 'a < b, Array<string> and <https://example.com>, *!* [a](b)'],
  ['fenced code', 'before\n```html\n<img src=a> ![a](b)\n```\nafter'],
  ['fenced code with a longer fence', '~~~~\n```\n~~~\n<img src=a>\n~~~~'],
])('keeps %s', (_, text) => {
  expect(inert(text)).toBe(text);
});

test('closes a fence that is left open', () => {
  expect(inert('a\n````js\n<img src=b>')).toBe('a\n````js\n<img src=b>\n````');
});
