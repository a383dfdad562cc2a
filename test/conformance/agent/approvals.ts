import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect } from 'vitest';
import type { PermissionData } from '../../../src/schema/index.js';
import type { Conversation } from '../../support/real/conversation.js';
import type { Scenario } from './scenario.js';

/** Permissions in the words of the vocabulary; their shape is checked at the end of each session. */
export const approvals: Scenario[] = [
  {
    name: 'asks for a command with its kind, title and replies',
    tags: ['permissions'],
    async play(world) {
      const session = await world.begin();
      const { message, command } = world.cues.askedCommand('touch told.txt');
      await session.send(message);
      const { action, metadata } = await session.permit('once');
      expect(action).toBe('command_execution');
      expect(metadata).toMatchObject({
        kind: 'execute',
        title: expect.stringContaining(command),
        command: expect.stringContaining(command),
        replies: expect.arrayContaining(['once', 'reject']),
      });
      const turn = await session.turnEnd();
      const [call] = turn.toolCalls;
      expect(call).toMatchObject({ kind: 'execute', title: metadata.title });
      if (metadata.call_id !== undefined) expect(metadata.call_id).toBe(call?.call_id);
      await world.endAndReplay(session);
    },
  },
  {
    name: 'shows what is lost before a file is overwritten',
    tags: ['permissions', 'edits'],
    needs: (_, { overwrite }) => overwrite,
    async play(world) {
      const session = await world.begin();
      const { message, path } = world.cues.overwrite!(session.directory);
      await writeFile(path, 'precious\n');
      await session.send(message);
      const { metadata, permission_id } = await nextEdit(session);
      const name = basename(path);
      expect(metadata).toMatchObject({ kind: 'edit', title: name });
      expect(metadata.paths?.map((each) => basename(each))).toEqual([name]);
      expect(metadata.diff).toMatch(
        new RegExp(`^--- a/${name}\n\\+\\+\\+ b/${name}\n@@ .*\n-precious$`, 'm'),
      );
      await session.reply(permission_id, 'reject');
      await session.turnEnd();
      expect(await readFile(path, 'utf8')).toBe('precious\n');
      await session.end();
    },
  },
  {
    name: 'tells a new file from a changed one before an edit',
    tags: ['permissions', 'edits'],
    needs: (_, { edit }) => edit('.').content !== null,
    async play(world) {
      const session = await world.begin();
      const { message, path } = world.cues.edit(session.directory);
      const name = basename(path);
      await session.send(message);
      const created = await nextEdit(session);
      expect(created.metadata.diff).toMatch(`--- /dev/null\n+++ b/${name}\n@@ -0,0 +1,2 @@\n+one\n+two\n`);
      await session.reply(created.permission_id, 'once');
      const changed = await nextEdit(session);
      expect(changed.metadata.diff).toMatch(
        `--- a/${name}\n+++ b/${name}\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n`,
      );
      await session.reply(changed.permission_id, 'reject');
      await session.turnEnd();
      await world.endAndReplay(session);
    },
  },
];

/** The next permission to change a file; everything else is allowed. */
async function nextEdit(session: Conversation): Promise<PermissionData> {
  for (;;) {
    const { data } = await session.next('permission.requested');
    if (data.action === 'file_change') return data;
    await session.reply(data.permission_id, 'once');
  }
}
