import { describe, expect, it } from 'vitest';
import { fileDiff } from '../../../src/agents/agent.js';
import { perform } from '../../../src/sessions/changes/tasks.js';

const LINES = Array.from({ length: 30 }, (_, n) => `line ${n}.\n`).join('');
const with1 = (text: string) => text.replace('line 1.', 'one');
const with9 = (text: string) => text.replace('line 9.', 'nine');
const with20 = (text: string) => text.replace('line 20.', 'twenty');
const edit = (old: string, now: string, kept?: string) => ({
  action: 'patch' as const,
  diff: fileDiff('a.txt', old, now),
  isMeant: true,
  ...(kept === undefined ? {} : { kept }),
});
const fold = (...edits: ReturnType<typeof edit>[]) =>
  perform({ type: 'fold', edits, path: 'a.txt', movedTo: 'a.txt' }).diff;

describe('edits that follow each other before the file was read', () => {
  it('are put together as if it had been read in between', () => {
    const [a, b, c] = [with1(LINES), with9(with1(LINES)), with20(with9(with1(LINES)))];
    expect(
      fold(
        edit(LINES, a, with20(with9(LINES))),
        edit(a, b, with20(with1(LINES))),
        edit(b, c, with9(with1(LINES))),
      ),
    ).toBe(fileDiff('a.txt', LINES, c));
  });

  it('may be of the same line: what was kept before a later one tells what came before', () => {
    const [a, b] = [with1(LINES), with1(LINES).replace('one', 'uno')];
    expect(fold(edit(LINES, a), edit(a, b, a))).toBe(fileDiff('a.txt', LINES, b));
  });
});

it('a change of somebody else between two edits of the same lines leaves the content unknown', () => {
  const a = with1(LINES);
  const other = a.replace('one', 'un');
  expect(fold(edit(LINES, a, LINES), edit(other, other.replace('un', 'uno'), other))).toBeNull();
});
