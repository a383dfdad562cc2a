import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { ChangesResponse } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { recordedAgent } from '../support/recorded-agent.js';
import { tempFolder } from '../support/temp-folder.js';
import { nth } from '../support/turns.js';

/** What a session has changed in which a real agent was recorded; `files` are as it has left them. */
async function changesOf(id: string, recording: string, files: Record<string, string> = {}) {
  const isNotification = (line: Record<string, unknown>) => id !== 'codex' || !('id' in line);
  const daemon = await testDaemon({ agents: [recordedAgent({ id, recording, isPayload: isNotification })] });
  const directory = await tempFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), text);
  }
  await daemon.create('s', { agent: id, directory });
  await daemon.say('s', 'go');
  await nth(daemon, 's', 'turn.ended');
  const answer = await daemon.call<ChangesResponse>('GET', '/v1/sessions/s/changes');
  return answer.files.map(({ path, status, complete, diff, movedFrom }) => ({
    path: movedFrom === null ? path : `${movedFrom} → ${path}`,
    status,
    complete,
    diff: diff.split('\n').slice(3, -1),
  }));
}

it('Claude tells the content before an edit: the changes need no file', async () => {
  expect(await changesOf('claude', '2.1.325/g1-write-edit')).toEqual([
    {
      path: 'out.txt',
      status: 'added',
      complete: true,
      diff: ['+line one', '+line 2 (edited)', '+line three'],
    },
  ]);
  const files = await changesOf('claude', '2.1.325/g2-write-existing');
  expect(files.map(({ path, status, complete }) => [path, status, complete])).toEqual([
    ['/home/user/outside.txt', 'added', true],
    ['many.txt', 'modified', true],
    ['note.ipynb', 'modified', true],
    ['old.txt', 'modified', true],
  ]);
  expect(files[1]!.diff).toEqual(['-a b a', '-a', '+c b c', '+c']);
  expect(files[3]!.diff).toEqual([' one', '-two', '-three', '+2']);
});

it('what Codex has patched is read from the disk, and what it adds or deletes is told', async () => {
  const after = {
    'hello.py': 'def greet(name):\n    print(f"hello {name}!")\n',
    'src/new.py': 'VALUE = 1\n',
  };
  expect(await changesOf('codex', '0.166.0/c-file-change-auto', after)).toEqual([
    {
      path: 'hello.py',
      status: 'modified',
      complete: true,
      diff: [' def greet(name):', '-    print("hello " + name)', '+    print(f"hello {name}!")'],
    },
    {
      path: 'notes.md',
      status: 'added',
      complete: true,
      diff: ['+# Notes', '+', '+- first line', '+- ünïcödé 日本語 🚀'],
    },
    { path: 'old.txt', status: 'deleted', complete: true, diff: ['-old'] },
    { path: 'src/new.py', status: 'added', complete: true, diff: ['+VALUE = 1'] },
  ]);
});

it('a file that Codex has moved is one file, also where its content is not known', async () => {
  const diff = [' def greet(name):', '-    print("hello " + name)', '+    print(name)'];
  const moved = { path: 'hello.py → moved.py', status: 'moved', diff };
  const after = { 'moved.py': 'def greet(name):\n    print(name)\n' };
  expect(await changesOf('codex', '0.166.0/x-file-move', after)).toEqual([{ ...moved, complete: true }]);
  expect(await changesOf('codex', '0.166.0/x-file-move')).toEqual([{ ...moved, complete: false }]);
});
