import { describe, expect, it } from 'vitest';
import { fileDiff, fragmentDiff, patchDiff } from '../../../src/agents/kit/diff.js';
import { contentAfter, contentBefore, filesOf } from '../../../src/agents/kit/recorded-diff.js';

const patch = (diff: string) => ({ action: 'patch' as const, diff });
const write = (diff: string) => ({ action: 'write' as const, diff });
const LINES = Array.from({ length: 12 }, (_, i) => `${i}\n`).join('');

describe('an edit with a diff', () => {
  it.each([
    ['a change', LINES, LINES.replace('5', 'five')],
    ['several hunks', LINES, LINES.replace('1\n', 'one\n').replace('9', '')],
    ['a missing line break', 'a\nb', 'a\nc'],
    ['a line break that is added', 'a', 'a\n'],
    ['a new file', null, 'a\nb'],
    ['a new, empty file', null, ''],
    ['a removed file', 'a\nb', null],
    ['a file that is emptied', 'a\n', ''],
  ])('leads from the content before to that after, and back: %s', (_, old, now) => {
    const edit = patch(fileDiff('a.txt', old, now));
    expect(contentAfter(old, edit)).toBe(now);
    expect(contentBefore(now, edit)).toBe(old);
  });

  it('fits where its lines are, if they are in one place only', () => {
    const edit = patch(fileDiff('a.txt', LINES, LINES.replace('5', 'five')));
    expect(contentAfter(`before\n${LINES}`, edit)).toBe(`before\n${LINES.replace('5', 'five')}`);
    expect(contentAfter(`before\n${LINES}${LINES}`, edit)).toBeUndefined();
    expect(contentAfter('something else\n', edit)).toBeUndefined();
  });

  it('may be of a part of a line', () => {
    const edit = patch(fragmentDiff('a.txt', [{ before: 'two', after: 'three' }]));
    expect(contentAfter('one, two, four\n', edit)).toBe('one, three, four\n');
    expect(contentBefore('one, three, four\n', edit)).toBe('one, two, four\n');
    expect(contentAfter('two and two\n', edit)).toBeUndefined();
  });

  it('that tells only what was written tells nothing of what was there', () => {
    const edit = write(fileDiff('a.txt', '', 'new\n'));
    expect(contentAfter('old\n', edit)).toBe('new\n');
    expect(contentAfter(undefined, edit)).toBe('new\n');
    expect(contentBefore('new\n', edit)).toBeUndefined();
  });

  it('of a file that was only moved changes nothing', () => {
    const edit = patch(patchDiff('a.txt', [], 'b.txt'));
    expect(contentAfter('text\n', edit)).toBe('text\n');
    expect(filesOf(edit.diff)).toEqual({ from: 'a.txt', to: 'b.txt' });
  });

  it('does not fit a file that is not there, and without a diff nothing is known', () => {
    const edit = patch(fileDiff('a.txt', 'a\n', 'b\n'));
    expect(contentAfter(null, edit)).toBeUndefined();
    expect(contentBefore(null, edit)).toBeUndefined();
    expect(contentAfter('a\n', { action: 'patch', diff: null })).toBeUndefined();
    expect(contentBefore('a\n', { action: 'patch', diff: 'no diff' })).toBeUndefined();
  });
});

it('the names of files outside of the folder stay absolute', () => {
  expect(filesOf(fileDiff('/etc/hosts', null, 'x'))).toEqual({ from: null, to: '/etc/hosts' });
});
