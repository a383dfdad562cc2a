import { expect } from 'vitest';
import type { Scenario } from './scenario.js';

/** Models, resume, fork and compaction. */
export const settings: Scenario[] = [
  {
    name: 'uses the requested model and variant',
    tags: ['models'],
    needs: (_, cues) => cues.settings,
    async play(world) {
      const { message, model, variant, replyPattern } = world.cues.settings!;
      const session = await world.begin({ model, variant });
      expect((await session.turn(message)).texts.at(-1)).toMatch(replyPattern);
      await session.end();
    },
  },
  {
    name: 'switches to another model and variant during a session',
    tags: ['switching'],
    needs: (_, cues) => cues.settings,
    async play(world) {
      const { message, model, variant, replyPattern } = world.cues.settings!;
      const session = await world.begin();
      const before = await session.turn(message);
      expect(before.texts.at(-1)).not.toMatch(replyPattern);
      const info = await session.configure({ model, variant });
      expect(info).toMatchObject({ model, variant });
      const after = await session.turn(message);
      expect(after.texts.at(-1)).toMatch(replyPattern);
      const notices = session.items('status').flatMap(({ content }) => content);
      const announced = notices.filter((part) => part.type === 'status' && part.label === 'settings');
      expect(announced).toMatchObject([{ detail: expect.stringContaining(variant) }]);
      await world.remembers(session, [message, message]);
      await session.end();
    },
  },
  {
    name: 'resumes a conversation in another session',
    tags: ['resume'],
    needs: ({ capabilities }) => capabilities.resume,
    async play(world) {
      const directory = await world.workspace();
      const first = await world.begin({ directory });
      await world.echoes(first, 'long ago');
      await first.end();
      const second = await world.begin({ directory, resume: first.id });
      await world.echoes(second, 'now');
      expect(JSON.stringify(second.events().map(({ data }) => data))).not.toContain('long ago');
      await world.remembers(second, ['long ago', 'now'].map(world.cues.echo));
      await second.end();
    },
  },
  {
    name: 'forks a conversation',
    tags: ['fork'],
    needs: ({ capabilities }) => capabilities.fork,
    async play(world) {
      const { echo, recall } = world.cues;
      const directory = await world.workspace();
      const first = await world.begin({ directory });
      await world.echoes(first, 'together');
      const copy = await world.begin({ directory, resume: first.id, fork: true });
      await world.echoes(copy, 'apart');
      await world.remembers(copy, [echo('together'), echo('apart')]);
      expect(copy.native).not.toBe(first.native);
      await world.remembers(first, [echo('together')]);
      await world.echoes(first, 'alone');
      await world.remembers(first, [echo('together'), recall.message, echo('alone')]);
      await Promise.all([first.end(), copy.end()]);
    },
  },
  {
    name: 'continues after a compaction',
    tags: ['compaction'],
    needs: (_, { compact }) => compact,
    async play(world) {
      const session = await world.begin();
      await world.echoes(session, 'long ago');
      const turn = await session.turn(world.cues.compact!);
      expect(turn.outcome).toBe('completed');
      expect(turn.notices.filter(({ label }) => label === 'compaction')).toHaveLength(1);
      // The summary must not appear as a user message.
      expect(turn.items('message', 'user')).toHaveLength(1);
      await world.echoes(session, 'now');
      await session.end();
    },
  },
];
