import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, vi } from 'vitest';
import type { EventOf } from '../../../src/schema/index.js';
import type { Conversation } from '../../support/real/conversation.js';
import type { Scenario, World } from './scenario.js';

/** A folder with settings and programs; each program that runs leaves a file in `ran`. */
async function bringingFolder(world: World) {
  const { stage } = world.setup;
  const [directory, ran] = [await stage.workspace(), await stage.workspace()];
  const { files, instructions } = world.cues.folder!;
  const given = { ...files(['mktemp', '-p', ran]), [instructions]: 'INSTRUCTION-OF-HERE\n' };
  for (const [name, content] of Object.entries(given)) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), content);
  }
  return { directory, names: Object.keys(files([])), hasRun: async () => (await readdir(ran)).length > 0 };
}

async function askedAbout(session: Conversation): Promise<EventOf<'permission.requested'>> {
  const asked = await session.next('permission.requested');
  expect(asked).toMatchObject({
    source: 'daemon',
    data: { action: 'trust_folder', metadata: { kind: 'other' } },
  });
  return asked;
}

/** Folders that bring settings and programs of their own. */
export const folders: Scenario[] = [
  {
    name: 'runs nothing of a folder before a human has trusted it, and asks again only if it changes',
    tags: ['permissions'],
    needs: (_, { folder }) => folder,
    async play(world) {
      const { directory, names, hasRun } = await bringingFolder(world);
      const session = await world.begin({ directory });
      const asked = await askedAbout(session);
      expect(asked.data.metadata.paths).toContain(join(directory, names[0]!));
      expect(session.events().map(({ type }) => type)).toEqual(['session.started', 'permission.requested']);
      expect(await session.send(world.cues.echo('hello'))).toMatchObject({ disposition: 'queued' });
      expect(await hasRun()).toBe(false);
      await session.reply(asked.data.permission_id, 'always');
      expect((await session.turnEnd()).texts).toEqual(['hello']);
      await vi.waitFor(async () => expect(await hasRun()).toBe(true), 20_000);
      await session.end();

      const second = await world.begin({ directory });
      await world.echoes(second);
      expect(second.events().filter(({ type }) => type === 'permission.requested')).toEqual([]);
      await second.end();

      await writeFile(join(directory, names[0]!), ' \n', { flag: 'a' });
      const third = await world.begin({ directory });
      await askedAbout(third);
      await third.end();
    },
  },
  {
    name: 'starts without what a folder brings if a human rejects it, but reads its instructions',
    tags: ['permissions'],
    needs: (_, { folder }) => folder,
    async play(world) {
      const { directory, hasRun } = await bringingFolder(world);
      const session = await world.begin({ directory });
      const asked = await askedAbout(session);
      await session.reply(asked.data.permission_id, 'reject');
      expect((await session.turn(world.cues.folder!.told('HERE'))).texts).toEqual(['yes']);
      const { message } = world.cues.askedCommand('touch allowed-by-the-folder');
      await session.send(message);
      const command = await session.next('permission.requested');
      expect(command.data.action).toBe('command_execution');
      await session.reply(command.data.permission_id, 'reject');
      await session.turnEnd();
      expect(await hasRun()).toBe(false);
      await session.end();
    },
  },
  {
    name: 'asks nobody where the trust is set, and tells so',
    tags: ['permissions'],
    needs: (_, { folder }) => folder,
    async play(world) {
      const { directory, hasRun } = await bringingFolder(world);
      for (const trust of ['never', 'always'] as const) {
        const session = await world.begin({ directory, trust });
        await world.echoes(session);
        const notices = session
          .events()
          .flatMap(({ type, data }) => (type === 'item.completed' ? data.item.content : []));
        expect(notices).toContainEqual(expect.objectContaining({ type: 'status', label: 'trust' }));
        if (trust === 'never') expect(await hasRun()).toBe(false);
        else await vi.waitFor(async () => expect(await hasRun()).toBe(true), 20_000);
        await session.end();
      }
    },
  },
];
