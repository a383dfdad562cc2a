import { describe, expect, it, onTestFinished } from 'vitest';
import { fileDiff } from '../../../src/agents/agent.js';
import { ContentThread } from '../../../src/sessions/changes/content-thread.js';

const worker = new URL('../../../dist/src/sessions/changes/content-worker.js', import.meta.url);

describe.each([
  ['a thread of its own', worker],
  ['the calling thread', null],
])('on %s', (_, program) => {
  it('edits of a long file are put together', async () => {
    const thread = new ContentThread(program);
    onTestFinished(() => thread.close());
    const old = Array.from({ length: 20_000 }, (_, n) => `line ${n}\n`).join('');
    const now = old.replace('line 7\n', 'line seven\n');
    const outcome = await thread.run({
      type: 'fold',
      path: 'a.txt',
      movedTo: 'a.txt',
      edits: [{ action: 'patch', diff: fileDiff('a.txt', old, now), kept: old, isMeant: true }],
    });
    expect(outcome).toEqual({ before: 'there', after: 'there', diff: fileDiff('a.txt', old, now) });
  });
});
