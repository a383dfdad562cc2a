import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fileDiff } from '../../../src/agents/agent.js';
import type { LongValue } from '../../../src/log/index.js';
import type { Draft, DraftItem, UniversalEvent } from '../../../src/schema/index.js';
import { EditRecorder } from '../../../src/sessions/changes/edit-recorder.js';
import { tempFolder } from '../../support/temp-folder.js';

let directory: string;
let kept: LongValue[];
let recorder: EditRecorder;
let count: number;

beforeEach(async () => {
  directory = await tempFolder();
  kept = [];
  count = 0;
  recorder = new EditRecorder({ directory, keep: (value) => kept.push(value) });
});

/** An edit as it is reported; `status` is that of the tool. */
function report(
  path: string,
  diff: string,
  given: Pick<DraftItem, 'originals'> & { status?: 'completed' | 'failed' } = {},
): Draft[] {
  const { originals, status = 'completed' } = given;
  const content = [{ type: 'file_ref' as const, path, action: 'patch' as const, diff }];
  const draft = {
    type: 'item.completed' as const,
    item: { key: 'k', kind: 'tool_result' as const, content, ...(originals ? { originals } : {}) },
  };
  const drafts = recorder.takeOut([draft]);
  const item = { item_id: `itm_${++count}`, kind: 'tool_result', status, content };
  recorder.observe({ type: 'item.completed', data: { item } } as unknown as UniversalEvent);
  return drafts;
}

/** The agent edits a file from one content to another. */
async function edit(old: string, now: string): Promise<void> {
  await writeFile(join(directory, 'a.txt'), now);
  report('a.txt', fileDiff('a.txt', old, now));
  await recorder.settled();
}

const names = () => kept.map(({ valueId }) => valueId);
const texts = () => kept.map(({ content }) => (JSON.parse(content) as { text: string | null }).text);

describe('the content before an edit', () => {
  it('is kept before the first of several, which costs what one does', async () => {
    for (let n = 0; n < 20; n++) await edit(`${n}\n`, `${n + 1}\n`);
    expect(names()).toEqual(['before_itm_1_0']);
    expect(texts()).toEqual(['0\n']);
  });

  it('is kept again if somebody else has changed the file in between', async () => {
    await edit('0\n', '1\n');
    await edit('1\nmine\n', '2\nmine\n');
    expect(texts()).toEqual(['0\n', '1\nmine\n']);
  });

  it('is kept at once where the agent tells it, also for a new file, and no draft has it afterwards', () => {
    const [draft] = report('none.txt', fileDiff('none.txt', 'x\n', 'y\n'), {
      originals: [{ path: 'none.txt', text: 'x\n' }],
    });
    report('new.txt', fileDiff('new.txt', null, 'y\n'));
    expect(texts()).toEqual(['x\n', null]);
    expect(draft).not.toHaveProperty('item.originals');
  });

  it('is not kept of a tool that failed, nor of a file that does not fit the edit', async () => {
    report('a.txt', fileDiff('a.txt', null, 'x'), { status: 'failed' });
    await writeFile(join(directory, 'b.txt'), 'formatted\n');
    report('b.txt', fileDiff('b.txt', 'x\n', 'y\n'));
    await writeFile(join(directory, 'c.bin'), Buffer.from([0, 1, 2]));
    report('c.bin', fileDiff('c.bin', 'x\n', 'y\n'));
    await recorder.settled();
    expect(kept).toEqual([]);
  });
});
