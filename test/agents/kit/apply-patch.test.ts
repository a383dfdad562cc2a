import { expect, test } from 'vitest';
import { patchSections } from '../../../src/agents/kit/apply-patch.js';

test('has one section per file', () => {
  const patch = [
    '*** Begin Patch',
    '*** Add File: new.txt',
    '+one',
    '+',
    '+  two',
    '*** Update File: old.txt',
    '*** Move to: other.txt',
    '@@ somewhere',
    ' a',
    '-b',
    '@@',
    '+c',
    '*** Delete File: gone.txt',
    '*** End Patch',
  ].join('\n');
  expect(patchSections(patch)).toEqual([
    { type: 'add', path: 'new.txt', content: 'one\n\n  two\n' },
    {
      type: 'update',
      path: 'old.txt',
      edits: [
        { before: 'a\nb\n', after: 'a\n' },
        { before: '', after: 'c\n' },
      ],
    },
    { type: 'delete', path: 'gone.txt' },
  ]);
});

test('has no sections if the text is no patch', () => {
  expect(patchSections('nothing of the kind')).toEqual([]);
});
