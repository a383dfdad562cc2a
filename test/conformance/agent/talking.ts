import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Scenario } from './scenario.js';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const talking: Scenario[] = [
  {
    name: 'replies turn by turn and remembers',
    tags: ['text', 'lifecycle'],
    async play(world) {
      const session = await world.begin();
      const turn = await session.turn(world.cues.echo('one'));
      expect(turn.texts).toEqual(['one']);
      expect(turn.outcome).toBe('completed');
      expect(turn.items('message', 'user')).toHaveLength(1);
      const { native } = session;
      expect(native).toMatch(/\S{8,}/);
      await world.remembers(session, [world.cues.echo('one')]);
      expect(session.native).toBe(native);
      await session.end();
      expect(session.events().at(-1)?.data).toMatchObject({ reason: 'terminated' });
    },
  },
  {
    name: 'streams its reply',
    tags: ['deltas'],
    needs: (_, { stream }) => stream,
    async play(world) {
      const session = await world.begin();
      const turn = await session.turn(world.cues.stream!);
      const [answer] = turn.items('message', 'assistant');
      const deltas = turn
        .of('item.delta')
        .filter(({ data, synthetic }) => !synthetic && data.item_id === answer?.item_id);
      expect(deltas.length).toBeGreaterThan(1);
      await session.end();
    },
  },
  {
    name: 'separates reasoning from the reply',
    tags: ['reasoning'],
    needs: (_, { think }) => think,
    async play(world) {
      const { message, thought } = world.cues.think!;
      const session = await world.begin();
      const turn = await session.turn(message);
      expect(turn.thoughts.join('\n')).toContain(thought);
      expect(turn.texts.join('')).not.toBe('');
      expect(turn.texts.join('')).not.toContain(thought);
      await session.end();
    },
  },
  {
    name: 'gets images and files',
    tags: ['attachments'],
    needs: (_, { attachments }) => attachments,
    async play(world) {
      const { message, seen } = world.cues.attachments!;
      const session = await world.begin();
      const image = join(session.directory, 'pixel.png');
      const notes = join(session.directory, 'notes.txt');
      await Promise.all([writeFile(image, Buffer.from(PIXEL, 'base64')), writeFile(notes, 'some notes')]);
      await session.send(message, { attachments: [{ path: image, mime: 'image/png' }, { path: notes }] });
      const turn = await session.turnEnd();
      expect(turn.outcome).toBe('completed');
      const [user] = turn.items('message', 'user');
      const parts = user?.content.filter(({ type }) => type === 'image' || type === 'file_ref');
      expect(parts).toMatchObject([{ type: 'image' }, { type: 'file_ref', path: notes }]);
      if (seen) expect(turn.texts.join('\n')).toMatch(seen);
      await session.end();
    },
  },
  {
    name: 'accepts steered messages during a turn',
    tags: ['steering'],
    needs: ({ capabilities }, { work }) => capabilities.steer && work,
    async play(world) {
      const session = await world.begin({ permissionMode: 'bypass' });
      const work = await world.cues.work!(session.directory);
      await session.send(work.message);
      await work.begun(session);
      const sent = await session.send(world.cues.echo('more'), { whenBusy: 'steer' });
      expect(sent).toMatchObject({ disposition: 'steered' });
      await work.finish();
      const turn = await session.turnEnd();
      expect(turn.outcome).toBe('completed');
      expect(turn.texts.join('\n')).toContain('more');
      expect(turn.items('message', 'user')).toHaveLength(2);
      await session.end();
    },
  },
  {
    name: 'runs ten sessions at once',
    async play(world) {
      const numbers = Array.from({ length: 10 }, (_, number) => number);
      await Promise.all(
        numbers.map(async (number) => {
          const session = await world.begin();
          for (const round of ['first', 'second']) await world.echoes(session, `${round} of ${number}`);
          await session.end();
        }),
      );
    },
  },
];
