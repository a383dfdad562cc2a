import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { vocabularyProblems } from '../../support/vocabulary.js';
import { AmpVenue } from './amp-venue.js';

describe('a tool of the Amp stand-in', () => {
  it('runs after permission', { tags: ['tools', 'commands', 'permissions'] }, async () => {
    const session = await (await AmpVenue.open()).begin();
    await session.send('bash echo hello > made.txt && cat made.txt');
    const asked = await session.permit('once');
    expect(asked).toMatchObject({
      action: 'command_execution',
      metadata: {
        tool: 'Bash',
        kind: 'execute',
        title: 'echo hello > made.txt && cat made.txt',
        command: 'echo hello > made.txt && cat made.txt',
        input: { cmd: 'echo hello > made.txt && cat made.txt' },
        call_id: expect.stringMatching(/^toolu_/),
        replies: ['once', 'always', 'reject'],
        scope: 'this command, until the agent restarts',
      },
    });
    const turn = await session.turnEnd();
    expect(turn.of('permission.resolved').map(({ data }) => data.status)).toEqual(['approved']);
    expect(turn.calls).toEqual(['Bash']);
    expect(turn.results).toEqual([{ status: 'completed', output: 'hello\n' }]);
    expect(turn.texts).toEqual(['Let me see.', 'Done.']);
    expect(await readFile(join(session.directory, 'made.txt'), 'utf8')).toBe('hello\n');
    await session.end();
  });

  it('does not run if rejected, and the model gets the reason', { tags: ['permissions'] }, async () => {
    const session = await (await AmpVenue.open()).begin();
    await session.send('bash touch never.txt');
    await session.permit('reject', "It's better not to.");
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('completed');
    expect(turn.results).toEqual([{ status: 'failed', output: "Rejected: It's better not to." }]);
    await expect(readFile(join(session.directory, 'never.txt'))).rejects.toThrow('ENOENT');
    await session.end();
  });

  it('needs permission once after "always"; a different use needs it again', {
    tags: ['always'],
  }, async () => {
    const session = await (await AmpVenue.open()).begin();
    await session.send('twice echo again');
    await session.permit('always');
    const turn = await session.turnEnd();
    expect(turn.of('permission.requested')).toHaveLength(1);
    expect(turn.results.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect((await session.turn('bash echo again')).of('permission.requested')).toEqual([]);
    await session.send('bash echo other');
    await session.permit('once');
    await session.turnEnd();
    await session.end();
  });

  it('has the status failed if it fails', { tags: ['commands'] }, async () => {
    const session = await (await AmpVenue.open()).begin({ permissionMode: 'bypass' });
    const turn = await session.turn('bash echo no; exit 3');
    expect(turn.results).toEqual([{ status: 'failed', output: 'no\n' }]);
    expect(turn.items('tool_result')[0]?.content).toContainEqual({ type: 'json', json: { exit_code: 3 } });
    await session.end();
  });

  it('of an MCP server needs permission', { tags: ['mcp'] }, async () => {
    const session = await (await AmpVenue.open()).begin();
    await session.send('call mcp__demo__echo over there');
    const { action, metadata } = await session.permit('once');
    expect(action).toBe('tool_use');
    expect(metadata).toMatchObject({
      tool: 'mcp__demo__echo',
      kind: 'other',
      title: 'demo: echo',
      input: { text: 'over there' },
      scope: 'the same call of mcp demo echo, until the agent restarts',
    });
    const turn = await session.turnEnd();
    expect(turn.calls).toEqual(['mcp__demo__echo']);
    expect(turn.results).toEqual([{ status: 'completed', output: 'echo: over there' }]);
    await session.end();
  });

  it('that only reads needs no permission', async () => {
    const session = await (await AmpVenue.open()).begin();
    await writeFile(join(session.directory, 'a.txt'), 'read me');
    const turn = await session.turn('read a.txt');
    expect(turn.of('permission.requested')).toEqual([]);
    expect(turn.results).toEqual([{ status: 'completed', output: 'read me' }]);
    await session.end();
  });

  it('that edits a file shows how the file on disk would change', {
    tags: ['permissions', 'edits'],
  }, async () => {
    const session = await (await AmpVenue.open()).begin();
    const path = join(session.directory, 'list.txt');
    await writeFile(path, 'one\ntwo\nthree\n');
    const diffs = [];
    for (const message of ['edit list.txt two TWO', `write ${path} new`]) {
      await session.send(message);
      const { metadata } = await session.permit('once');
      expect(metadata).toMatchObject({ kind: 'edit', title: 'list.txt' });
      diffs.push(metadata.diff);
      await session.turnEnd();
    }
    expect(diffs).toEqual([
      '--- a/list.txt\n+++ b/list.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n',
      '--- a/list.txt\n+++ b/list.txt\n@@ -1,3 +1 @@\n-one\n-TWO\n-three\n+new\n',
    ]);
    expect(vocabularyProblems(session.events())).toEqual([]);
    await session.end();
  });

  it('that edits files in the folder needs no permission in acceptEdits mode', {
    tags: ['edits'],
  }, async () => {
    const amp = await AmpVenue.open();
    const session = await amp.begin({ permissionMode: 'acceptEdits' });
    await session.turn('write list.txt one');
    const turn = await session.turn('edit list.txt one two');
    expect(turn.of('permission.requested')).toEqual([]);
    expect(turn.diffs).toMatchObject([{ action: 'patch', diff: expect.stringContaining('-one\n+two\n') }]);
    expect(await readFile(join(session.directory, 'list.txt'), 'utf8')).toBe('two\n');
    const outside = join(await amp.stage.workspace(), 'x.txt');
    for (const words of [`write ${outside} no`, 'bash true']) {
      await session.send(words);
      await session.permit('reject');
      expect((await session.turnEnd()).results).toMatchObject([{ status: 'failed' }]);
    }
    await session.end();
  });
});
