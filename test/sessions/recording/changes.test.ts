import { expect, it } from 'vitest';
import type { UniversalEvent } from '../../../src/schema/index.js';
import { changesBetween } from '../../../src/sessions/recording/changes.js';

const event = (name: string, sequence: number): UniversalEvent =>
  ({
    event_id: `evt_${sequence}_${Math.random()}`,
    sequence,
    time: new Date(sequence * 1000).toISOString(),
    session_id: 's',
    source: 'agent',
    type: 'item.delta',
    data: { item_id: 'i', delta: name },
    raw: null,
  }) as unknown as UniversalEvent;

const stream = (names: string, from = 1) => [...names].map((name, i) => event(name, from + i));

/** `-a`, `+b`, `a>b` */
const changes = (before: string, after: string) =>
  changesBetween(stream(before), stream(after, 7)).map((change) => {
    const name = ({ data }: UniversalEvent) => (data as { delta: string }).delta;
    if (change.type === 'changed') return `${name(change.before)}>${name(change.after)}`;
    return `${change.type === 'removed' ? '-' : '+'}${name(change.event)}`;
  });

it.each([
  ['', '', []],
  ['abc', 'abc', []],
  ['abc', 'abxc', ['+x']],
  ['abc', 'ac', ['-b']],
  ['abc', 'axc', ['b>x']],
  ['abc', 'axyc', ['b>x', '+y']],
  ['abc', '', ['-a', '-b', '-c']],
  ['', 'ab', ['+a', '+b']],
  ['abcd', 'xbcdy', ['a>x', '+y']],
])('from %j to %j: %j', (before, after, expected) => {
  expect(changes(before, after)).toEqual(expected);
});

it('goes on after more differences than are looked at', () => {
  const [before, after] = ['a'.repeat(600), 'b'.repeat(600)];
  expect(changes(before, after)).toHaveLength(600);
});
