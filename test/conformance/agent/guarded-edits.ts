import { mkdir, readdir, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect } from 'vitest';
import type { Conversation } from '../../support/real/conversation.js';
import type { Scenario } from './scenario.js';

/** Edits that the mode `acceptEdits` does not accept. */
export const guardedEdits: Scenario[] = [
  {
    name: "asks for edits outside of the folder and of an agent's own rules in acceptEdits mode",
    tags: ['permissions', 'edits'],
    needs: ({ permissionModes }, { write }) => permissionModes.includes('acceptEdits') && write,
    async play(world) {
      const { stage } = world.setup;
      const [directory, elsewhere] = [await stage.workspace(), await stage.workspace()];
      await symlink(elsewhere, join(directory, 'out'));
      await mkdir(join(directory, '.opencode'));
      await symlink('.opencode', join(directory, 'innocent'));
      const session = await world.begin({ directory, permissionMode: 'acceptEdits' });
      const rules = ['opencode.json', '.claude/settings.json', '.codex/config.toml', 'innocent/config.json'];
      for (const path of ['out/new.txt', ...rules]) {
        await session.send(world.cues.write!(join(directory, path)));
        expect(await rejectedEdits(session), path).not.toEqual([]);
        expect(await namesIn(dirname(join(directory, path))), path).not.toContain(basename(path));
      }
      const ordinary = await session.turn(world.cues.write!(join(directory, 'CLAUDE.md')));
      expect(ordinary.of('permission.requested')).toEqual([]);
      expect(await namesIn(directory)).toContain('CLAUDE.md');
      await session.end();
    },
  },
];

/** Rejects everything that is asked in a turn; returns the titles of the edits. */
async function rejectedEdits(session: Conversation): Promise<string[]> {
  const edits = [];
  for (;;) {
    const event = await session.nextWhere(({ type }) => /^(permission\.requested|turn\.ended)$/.test(type));
    if (event.type !== 'permission.requested') return edits;
    const { action, metadata, permission_id } = event.data;
    if (action === 'file_change') edits.push(String(metadata.title));
    await session.reply(permission_id, 'reject', 'Not that.');
  }
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
