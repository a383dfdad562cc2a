import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { approvalDiff } from '../../../src/agents/agent.js';
import { notebookAfter } from '../../../src/agents/kit/notebook.js';
import { diffProblems } from '../../support/diff-problems.js';
import { tempFolder } from '../../support/temp-folder.js';

const code = (id: string, source: string) => ({
  cell_type: 'code',
  id,
  metadata: {},
  source: [source],
  outputs: [{ text: '1' }],
  execution_count: 3,
});
const notebook = { cells: [code('a', 'print(1)'), code('b', 'print(2)')], metadata: {}, nbformat: 4 };
const text = JSON.stringify(notebook, null, 1);

const cells = (change: Parameters<typeof notebookAfter>[1], given = text) => {
  const after = notebookAfter(given, change);
  return after === null ? null : JSON.parse(after).cells;
};

describe('a changed cell', () => {
  test('has a new source and no output', () => {
    expect(cells({ action: 'replace', cell: 'b', source: 'x' })).toEqual([
      notebook.cells[0],
      { ...notebook.cells[1], source: 'x', outputs: [], execution_count: null },
    ]);
    expect(cells({ action: 'replace', cell: 'cell-0', source: 'x' })).toMatchObject([{ source: 'x' }, {}]);
    expect(cells({ action: 'replace', cell: 'a', kind: 'markdown', source: '# x' })).toMatchObject([
      { cell_type: 'markdown', source: '# x' },
      {},
    ]);
  });

  test('is inserted behind another one, or first', () => {
    const inserted = { cell_type: 'markdown', source: '# x', metadata: {} };
    const change = { action: 'insert', kind: 'markdown', source: '# x' } as const;
    expect(cells({ ...change, cell: 'a' })).toEqual([notebook.cells[0], inserted, notebook.cells[1]]);
    expect(cells(change)).toEqual([inserted, ...notebook.cells]);
  });

  test('is deleted', () => {
    expect(cells({ action: 'delete', cell: 'a', source: '' })).toEqual([notebook.cells[1]]);
  });

  test('must be there', () => {
    for (const action of ['replace', 'insert', 'delete'] as const)
      expect(cells({ action, cell: 'z', source: 'x' })).toBeNull();
    for (const given of ['', '[]', '{"cells":{}}'])
      expect(cells({ action: 'replace', cell: 'a', source: 'x' }, given)).toBeNull();
  });
});

test('the diff for approval shows what is lost', async () => {
  const directory = await tempFolder();
  await writeFile(join(directory, 'n.ipynb'), text);
  const shown = async (path: string) => {
    const change = { type: 'cell', path, action: 'replace', cell: 'a', source: 'print(7)' } as const;
    const diff = (await approvalDiff([change], directory, [directory])) ?? '';
    expect(diffProblems(diff)).toEqual([]);
    return diff;
  };
  const diff = await shown(join(directory, 'n.ipynb'));
  expect(diff).toMatch(/^--- a\/n\.ipynb\n\+\+\+ b\/n\.ipynb\n/);
  expect(diff).toMatch(/^- +"print\(1\)"$/m);
  expect(diff).toMatch(/^\+ +"source": "print\(7\)",$/m);
  expect(await shown('gone.ipynb')).toContain('\n+print(7)\n');
});
