import { describe, expect, it } from 'vitest';
import { commandsFor } from '../../src/inspector/chat/composer/suggestions.js';
import { completed, triggerAt } from '../../src/inspector/chat/composer/trigger.js';
import { relativePath } from '../../src/inspector/chat/tools/relative-path.js';

describe('a word is completed', () => {
  it.each([
    ['/', 1, { kind: 'command', query: '', from: 0, to: 1 }],
    ['/comp', 3, { kind: 'command', query: 'co', from: 0, to: 3 }],
    ['/compact now', 12, null],
    ['see /tmp', 8, null],
    ['read @src/pa', 12, { kind: 'file', query: 'src/pa', from: 5, to: 12 }],
    ['a\n@x and', 4, { kind: 'file', query: 'x', from: 2, to: 4 }],
    ['me@example.com', 14, null],
    ['', 0, null],
  ])('in %j at %i: %j', (text, caret, trigger) => {
    expect(triggerAt(text, caret)).toEqual(trigger);
  });

  it('keeping the rest of the text, without a second blank', () => {
    const trigger = triggerAt('read @pa now', 8)!;
    expect(completed('read @pa now', trigger, '@src/parser.ts ')).toEqual({
      text: 'read @src/parser.ts now',
      caret: 20,
    });
  });
});

it('commands are sorted by how well their names match', () => {
  const commands = [
    { name: 'recap', description: 'Compares' },
    { name: 'autocompact' },
    { name: 'compact', hint: '<instructions>' },
  ];
  expect(commandsFor(commands, 'COMPA').map(({ name }) => name)).toEqual([
    '/compact <instructions>',
    '/autocompact',
    '/recap',
  ]);
  expect(commandsFor(commands, '')).toHaveLength(3);
});

it.each([
  ['/work/src/a.ts', '/work', 'src/a.ts'],
  ['/work/src/a.ts', '/work/', 'src/a.ts'],
  ['/workshop/a.ts', '/work', '/workshop/a.ts'],
  ['/etc/hosts', '/', '/etc/hosts'],
  ['a.ts', null, 'a.ts'],
])('%s in %s is %s', (path, folder, expected) => {
  expect(relativePath(path, folder)).toBe(expected);
});
