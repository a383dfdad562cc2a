import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Conversation } from '../../support/real/conversation.js';
import type { Scenario, World } from './scenario.js';

/** Permissions, questions and plans. */
export const requests: Scenario[] = [
  {
    name: 'runs a command that is allowed once',
    tags: ['permissions', 'tools', 'commands'],
    async play(world) {
      const session = await world.begin();
      await writeFile(join(session.directory, 'here.txt'), '');
      const { message, command } = world.cues.askedCommand('touch here.txt && ls');
      for (const turns of [1, 2]) {
        await session.send(message);
        const asked = await session.permit('once');
        expect(asked, `in turn ${turns}`).toMatchObject({
          action: 'command_execution',
          metadata: { command: expect.stringContaining(command) },
        });
        const turn = await session.turnEnd();
        expect(turn.of('permission.resolved').map(({ data }) => data.status)).toEqual(['approved']);
        expect(turn.results).toEqual([
          { status: 'completed', output: expect.stringMatching(/^here\.txt\n?$/) },
        ]);
      }
      await session.end();
    },
  },
  {
    name: 'does not run a command that is rejected',
    tags: ['permissions'],
    async play(world) {
      const session = await world.begin();
      await session.send(world.cues.askedCommand('touch never.txt').message);
      await session.permit('reject', 'Not today.');
      const turn = await session.turnEnd();
      expect(turn.of('permission.resolved').map(({ data }) => data.status)).toEqual(['denied']);
      expect(turn.results.map(({ status }) => status)).toEqual(['failed']);
      await expect(readFile(join(session.directory, 'never.txt'))).rejects.toThrow('ENOENT');
      await world.echoes(session);
      await session.end();
    },
  },
  {
    name: 'asks once per session after "always"',
    tags: ['always'],
    async play(world) {
      const directory = await world.workspace();
      const { message } = world.cues.askedCommand('touch again.txt');
      const first = await world.begin({ directory });
      await first.send(message);
      await first.permit('always');
      const turn = await first.turnEnd();
      expect(turn.results.map(({ status }) => status)).toEqual(['completed']);
      const again = await first.turn(message);
      expect(again.of('permission.requested')).toEqual([]);
      expect(again.results.map(({ status }) => status)).toEqual(['completed']);
      const second = await world.begin({ directory });
      await second.send(message);
      await second.permit('once');
      expect((await second.turnEnd()).outcome).toBe('completed');
      await Promise.all([first.end(), second.end()]);
    },
  },
  {
    name: 'asks before an edit, with a diff',
    tags: ['permissions', 'edits'],
    needs: (_, { edit }) => isReal(edit),
    async play(world) {
      const session = await world.begin();
      const { message, path } = world.cues.edit(session.directory);
      await session.send(message);
      const asked = await session.permit('once');
      expect(asked).toMatchObject({
        action: 'file_change',
        metadata: { diff: expect.stringContaining('+one') },
      });
      await session.permit('reject', 'Not that.');
      const turn = await session.turnEnd();
      expect(turn.results.map(({ status }) => status)).toEqual(['completed', 'failed']);
      expect(await readFile(path, 'utf8')).toBe('one\ntwo\n');
      await session.end();
    },
  },
  {
    name: 'edits files without asking in acceptEdits mode',
    tags: ['edits'],
    needs: ({ permissionModes }, { edit }) => permissionModes.includes('acceptEdits') && isReal(edit),
    async play(world) {
      const session = await world.begin({ permissionMode: 'acceptEdits' });
      const { message, path, content } = world.cues.edit(session.directory);
      const turn = await session.turn(message);
      expect(turn.of('permission.requested')).toEqual([]);
      expect(await readFile(path, 'utf8')).toBe(content);
      await session.end();
    },
  },
  {
    name: 'asks questions and gets the answers',
    tags: ['questions'],
    needs: (_, { question }) => question,
    async play(world) {
      const { message, prompt, options, answer, replyPattern, settings } = world.cues.question!;
      const session = await world.begin(settings);
      await session.send(message);
      const asked = await session.answer([[answer]]);
      expect(asked).toMatchObject({ prompt, options: expect.arrayContaining(options) });
      const turn = await session.turnEnd();
      expect(turn.of('question.resolved')).toMatchObject([
        { data: { status: 'answered', answers: [[answer]] } },
      ]);
      expect(turn.texts.at(-1)).toMatch(replyPattern);
      await session.end();
    },
  },
  {
    name: 'proposes a plan',
    tags: ['plans'],
    needs: (_, { plan }) => plan,
    async play(world) {
      const { message, proposal, isAsked } = world.cues.plan!;
      const session = await world.begin({ permissionMode: 'plan' });
      await session.send(message);
      if (isAsked) {
        const asked = await session.answer([['approve']]);
        expect(asked).toMatchObject({
          prompt: expect.stringContaining(proposal),
          options: ['approve', 'reject'],
        });
      }
      const turn = await session.turnEnd();
      expect(turn.outcome).toBe('completed');
      expect(turn.texts.join('\n')).toMatch(isAsked ? /approved/i : new RegExp(proposal));
      await session.end();
    },
  },
  {
    name: 'does not follow a rejected plan',
    tags: ['plans', 'questions'],
    needs: (_, { plan }) => plan?.isAsked,
    async play(world) {
      const session = await world.begin({ permissionMode: 'plan' });
      await session.send(world.cues.plan!.message);
      await session.answer([['reject']]);
      const turn = await session.turnEnd();
      expect(turn.texts.at(-1)).toMatch(/rejected|not approved|refused/i);
      await session.end();
    },
  },
  interrupted('a permission', {
    begin: async (world) => {
      const session = await world.begin();
      await session.send(world.cues.askedCommand('touch never.txt').message);
      const { data } = await session.next('permission.requested');
      return { session, reply: () => session.reply(data.permission_id, 'once') };
    },
  }),
  interrupted('a permission of a sub-agent', {
    needs: (_, { delegateAsked }) => delegateAsked?.endsWithTurn,
    begin: async (world) => {
      const session = await world.begin();
      await session.send(world.cues.delegateAsked!.message('touch never.txt'));
      const { data } = await session.next('permission.requested');
      return { session, reply: () => session.reply(data.permission_id, 'once') };
    },
  }),
  interrupted('an answer', {
    needs: (_, { question }) => question,
    begin: async (world) => {
      const { message, answer, settings } = world.cues.question!;
      const session = await world.begin(settings);
      await session.send(message);
      const { data } = await session.next('question.requested');
      return { session, reply: () => session.answerTo(data.question_id, [[answer]]) };
    },
  }),
];

/** Interrupts a turn that waits for a human: the request is cancelled, and a later reply is refused. */
function interrupted(
  what: string,
  {
    begin,
    needs,
  }: Pick<Scenario, 'needs'> & {
    begin(world: World): Promise<{ session: Conversation; reply(): Promise<unknown> }>;
  },
): Scenario {
  return {
    name: `can be interrupted while it waits for ${what}`,
    tags: ['interrupt'],
    ...(needs && { needs }),
    async play(world) {
      const { session, reply } = await begin(world);
      await session.interrupt();
      const turn = await session.turnEnd();
      expect(turn.outcome).toBe('interrupted');
      const replies = turn.of('permission.resolved').map(({ data }) => data.metadata.reply);
      const answers = turn.of('question.resolved').map(({ data }) => data.answers);
      expect([...replies, ...answers]).toEqual([answers.length > 0 ? null : 'cancelled']);
      await expect(reply()).rejects.toThrow('pending');
      await world.echoes(session);
      await expect(readFile(join(session.directory, 'never.txt'))).rejects.toThrow('ENOENT');
      await session.end();
    },
  };
}

/** Whether the agent edits real files. */
const isReal = (edit: World['cues']['edit']) => edit('.').content !== null;
