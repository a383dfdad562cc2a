import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChangesResponse } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { diffProblems } from '../support/diff-problems.js';
import { daemonProcess } from '../support/program.js';
import { tempFolder } from '../support/temp-folder.js';
import { turn } from '../support/turns.js';

/** A session that may edit, in a folder of its own. */
async function editing(daemon: TestDaemon, files: Record<string, string> = {}): Promise<string> {
  const directory = await tempFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  await daemon.create('s', { directory, permissionMode: 'bypass' });
  return directory;
}

async function say(daemon: TestDaemon, ...messages: string[]): Promise<string> {
  let turnId = '';
  for (const message of messages) {
    const [started] = (await turn(daemon, 's', message)).filter(({ type }) => type === 'turn.started');
    turnId = (started!.data as { turn_id: string }).turn_id;
  }
  return turnId;
}

async function changes(daemon: TestDaemon, turnId?: string): Promise<ChangesResponse['files']> {
  const query = turnId === undefined ? '' : `?turn=${turnId}`;
  const { files } = await daemon.call<ChangesResponse>('GET', `/v1/sessions/s/changes${query}`);
  for (const { diff } of files) expect(diffProblems(diff)).toEqual([]);
  return files;
}

const LINES = Array.from({ length: 20 }, (_, i) => `l${i + 1}.\n`).join('');

describe('the changes of a session', () => {
  it('are one diff per file, from before its first edit to after its last', async () => {
    const daemon = await testDaemon();
    await editing(daemon, { 'a.txt': LINES, 'gone.txt': 'old\n', 'same.txt': 'one\n' });
    await say(
      daemon,
      'replace-in-file a.txt l2. deux',
      'replace-in-file a.txt l19. dix-neuf',
      'replace-in-file a.txt deux zwei',
      'write-file new/b.txt hello\\n',
      'remove-file gone.txt',
      'replace-in-file same.txt one two',
      'replace-in-file same.txt two one',
    );
    const files = await changes(daemon);
    expect(files).toMatchObject([
      { path: 'a.txt', status: 'modified', complete: true, added: 2, removed: 2, movedFrom: null },
      { path: 'gone.txt', status: 'deleted', complete: true, added: 0, removed: 1 },
      { path: 'new/b.txt', status: 'added', complete: true, added: 1, removed: 0 },
    ]);
    expect(files[0]!.edits).toHaveLength(3);
    expect(files[0]!.diff).toContain('-l2.\n+zwei\n');
    expect(files[0]!.diff).toContain('-l19.\n+dix-neuf\n');
    expect(files[0]!.diff.match(/^@@/gm)).toHaveLength(2);
    expect(files[1]!.diff).toContain('+++ /dev/null\n');
    expect(files[2]!.diff).toContain('--- /dev/null\n+++ b/new/b.txt\n');
  });

  it('can be asked for by turn, where others have changed the file in between', async () => {
    const daemon = await testDaemon();
    const directory = await editing(daemon, { 'a.txt': 'one\n' });
    const first = await say(daemon, 'replace-in-file a.txt one two');
    expect(await changes(daemon, first)).toHaveLength(1);
    await writeFile(join(directory, 'a.txt'), 'two\nby hand\n');
    const second = await say(daemon, 'replace-in-file a.txt hand machine');
    expect((await changes(daemon, first))[0]).toMatchObject({
      complete: true,
      diff: expect.stringContaining('-one\n+two\n'),
    });
    const [file] = await changes(daemon, second);
    expect(file).toMatchObject({ complete: true, added: 1, removed: 1, edits: [{ turnId: second }] });
    expect(file!.diff).toContain(' two\n-by hand\n+by machine\n');
    // Nobody knows what of the two belongs to the session.
    const [whole] = await changes(daemon);
    expect(whole).toMatchObject({ complete: false, added: 2, removed: 2 });
  });

  it('follow a file that is moved', async () => {
    const daemon = await testDaemon();
    await editing(daemon, { 'a.txt': LINES });
    await say(
      daemon,
      'replace-in-file a.txt l5. five',
      'move-file a.txt b.txt',
      'replace-in-file b.txt l6. six',
    );
    const files = await changes(daemon);
    expect(files).toMatchObject([
      { path: 'b.txt', movedFrom: 'a.txt', status: 'moved', complete: true, added: 2, removed: 2 },
    ]);
    expect(files[0]!.diff).toMatch(/^--- a\/a\.txt\n\+\+\+ b\/b\.txt\n/);
    await say(daemon, 'write-file new.txt new\\n', 'move-file new.txt newer.txt');
    expect((await changes(daemon))[1]).toMatchObject({ path: 'newer.txt', movedFrom: null, status: 'added' });
  });

  it('leave out what was rejected, what failed, and what commands did', async () => {
    const daemon = await testDaemon();
    const directory = await editing(daemon, { 'a.txt': 'one\n' });
    await say(daemon, 'replace-in-file a.txt three four', 'shell echo two > a.txt', 'remove-file none.txt');
    await daemon.call('PATCH', '/v1/sessions/s', { permissionMode: 'plan' });
    await say(daemon, 'write-file b.txt no');
    expect(await readFile(join(directory, 'a.txt'), 'utf8')).toBe('two\n');
    expect(await changes(daemon)).toEqual([]);
  });

  it('include those of sub-agents and those outside of the folder', async () => {
    const daemon = await testDaemon();
    await editing(daemon);
    const outside = join(await tempFolder(), 'out.txt');
    await say(daemon, 'subagent write sub.txt hi\\n', `write-file ${outside} far\\n`);
    const files = await changes(daemon);
    expect(files.map(({ path }) => path)).toEqual([outside, 'sub.txt']);
    expect(files[0]!.edits[0]!.threadId).toBeNull();
    expect(files[1]!.edits[0]!.threadId).toMatch(/^itm_/);
    expect(files.every(({ complete }) => complete)).toBe(true);
  });

  it('are single diffs, in order, where the content before is unknown', async () => {
    const daemon = await testDaemon();
    await editing(daemon);
    // The mock agent only says that it has changed these files.
    await say(daemon, 'tool');
    expect(await changes(daemon)).toMatchObject([
      { path: 'src/example.ts', complete: false, status: 'modified', added: 1, removed: 1 },
      { path: 'src/new-example.ts', complete: false, diff: '', added: 0 },
    ]);
  });

  it('are unknown to a turn that does not exist, and empty for a session without edits', async () => {
    const daemon = await testDaemon();
    await editing(daemon);
    expect((await daemon.fetch('GET', '/v1/sessions/s/changes?turn=turn_none')).status).toBe(404);
    expect((await daemon.fetch('GET', '/v1/sessions/none/changes')).status).toBe(404);
    expect(await daemon.call('GET', '/v1/sessions/s/changes')).toEqual({
      sessionId: 's',
      turnId: null,
      files: [],
    });
  });
});

describe('the content before the first edit', () => {
  it('survives the daemon, whether it is killed or not, and goes with the session', async () => {
    const first = await daemonProcess();
    await editing(first.daemon, { 'a.txt': LINES });
    await say(first.daemon, 'replace-in-file a.txt l2. deux');
    expect(await changes(first.daemon)).toMatchObject([{ complete: true }]);
    first.child.kill('SIGKILL');
    await first.child;
    const second = await daemonProcess({ dataFolder: first.dataFolder });
    await say(second.daemon, 'replace-in-file a.txt l19. dix-neuf');
    expect(await changes(second.daemon)).toMatchObject([{ complete: true, added: 2, removed: 2 }]);
    await second.daemon.call('DELETE', '/v1/sessions/s');
    await editing(second.daemon, { 'a.txt': 'other\n' });
    expect(await changes(second.daemon)).toEqual([]);
  });

  it.each([
    ['is kept of a large file', 1_000_000, true],
    ['is not kept of one of more than a mebibyte', 1_100_000, false],
  ])('%s', async (_, size, complete) => {
    const { daemon } = await daemonProcess();
    const directory = await editing(daemon);
    await mkdir(join(directory, 'big'));
    const text = `${'x'.repeat(99)}\n`.repeat(size / 100);
    await writeFile(join(directory, 'big', 'a.txt'), `first\n${text}last\n`);
    await say(daemon, 'replace-in-file big/a.txt first erste', 'replace-in-file big/a.txt last letzte');
    expect(await changes(daemon)).toMatchObject([{ path: 'big/a.txt', complete, added: 2, removed: 2 }]);
  });
});
