import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Conversation } from '../../support/real/conversation.js';
import { isWanted } from '../../support/real/install.js';
import { onStage } from '../../support/real/on-stage.js';
import { claudeStage } from './claude-stage.js';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.skipIf(!isWanted('claude'))('a session of the real Claude CLI', () => {
  const claude = onStage(claudeStage);
  const begin = (more: object = {}) => Conversation.begin(claude().daemon, { agent: 'claude', ...more });

  it('talks, turn by turn', { tags: ['text', 'deltas', 'lifecycle'] }, async () => {
    const session = await begin();
    const first = await session.turn('[[echo one]]');
    expect(first.said).toEqual(['You said one, and I heard it.']);
    expect(first.outcome).toBe('completed');
    expect(first.of('item.delta').filter(({ synthetic }) => !synthetic).length).toBeGreaterThan(1);
    const second = await session.turn('[[echo two]]');
    expect(second.said).toEqual(['You said two, and I heard it.']);
    expect(claude().api.moments.at(-1)?.body).toContain('[[echo one]]');
    await session.end();
    const ids = new Set(
      session
        .events()
        .slice(-5)
        .map((event) => event.native_session_id),
    );
    expect(ids.size).toBe(1);
    expect([...ids][0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('thinks', { tags: ['reasoning'] }, async () => {
    const session = await begin();
    const turn = await session.turn('[[thought]]');
    expect(turn.thoughts).toEqual(['What could be meant by that? Hardly more.']);
    expect(turn.said).toEqual(['I thought about it.']);
    await session.end();
  });

  it('uses a tool that is allowed once', { tags: ['tools', 'commands', 'permissions'] }, async () => {
    const session = await begin();
    await session.send('[[bash echo hello > made.txt && cat made.txt]]');
    const asked = await session.permit('once');
    expect(asked.metadata).toMatchObject({
      tool_name: 'Bash',
      command: 'echo hello > made.txt && cat made.txt',
    });
    const turn = await session.turnEnd();
    expect(turn.of('permission.resolved').map(({ data }) => data.status)).toEqual(['approved']);
    expect(turn.calls).toEqual(['Bash']);
    expect(turn.results).toEqual([{ status: 'completed', output: 'hello' }]);
    expect(turn.said).toEqual(['Let me see.', 'Done.']);
    expect(await readFile(join(session.directory, 'made.txt'), 'utf8')).toBe('hello\n');
    await session.end();
  });

  it('does not use a tool that is refused', { tags: ['permissions'] }, async () => {
    const session = await begin();
    await session.send('[[bash touch never.txt]]');
    await session.permit('reject', 'Better not.');
    const turn = await session.turnEnd();
    expect(turn.of('permission.resolved').map(({ data }) => data.status)).toEqual(['denied']);
    expect(turn.results).toMatchObject([
      { status: 'failed', output: expect.stringContaining('Better not.') },
    ]);
    await expect(readFile(join(session.directory, 'never.txt'))).rejects.toThrow('ENOENT');
    await session.end();
  });

  it('asks once for what is allowed always', { tags: ['always'] }, async () => {
    const session = await begin();
    await session.send('[[bash-twice touch again.txt]]');
    await session.permit('always');
    const turn = await session.turnEnd();
    expect(turn.of('permission.requested')).toHaveLength(1);
    expect(turn.results.map(({ status }) => status)).toEqual(['completed', 'completed']);
    await session.end();
  });

  it('edits files, with diffs', { tags: ['edits'] }, async () => {
    const session = await begin({ permissionMode: 'acceptEdits' });
    const path = join(session.directory, 'list.txt');
    const turn = await session.turn(`[[edit ${path}]]`);
    expect(turn.calls).toEqual(['Write', 'Edit']);
    expect(turn.of('permission.requested')).toEqual([]);
    const diffs = turn.diffs.filter((part) => part.path === path).map(({ diff }) => diff);
    expect(diffs).toContainEqual(expect.stringMatching(/^\+one\n\+two$/m));
    expect(diffs).toContainEqual(expect.stringMatching(/^-two\n\+three$/m));
    expect(await readFile(path, 'utf8')).toBe('one\nthree\n');
    await session.end();
  });

  it('asks questions', { tags: ['questions'] }, async () => {
    const session = await begin();
    await session.send('[[ask]]');
    const asked = await session.answer([['Blue'], ['S', 'L']]);
    expect(asked).toMatchObject({ prompt: 'Which colour?', questions: [{}, { multi_select: true }] });
    const turn = await session.turnEnd();
    expect(turn.of('question.resolved')).toMatchObject([
      { data: { status: 'answered', answers: [['Blue'], ['S', 'L']] } },
    ]);
    expect(turn.said[0]).toMatch(/Which colour\?.*Blue.*Which sizes\?.*S, ?L/);
    await session.end();
  });

  it.each([
    ['approve', 'completed', /approved/i],
    ['reject', 'failed', /rejected|not approved|refused/i],
  ])('proposes a plan: %s', { tags: ['plans', 'questions'] }, async (answer, status, told) => {
    const session = await begin({ permissionMode: 'plan' });
    await session.send('[[plan]]');
    const asked = await session.answer([[answer]]);
    expect(asked).toMatchObject({
      prompt: expect.stringContaining('2. Leap'),
      options: ['approve', 'reject'],
    });
    const turn = await session.turnEnd();
    expect(turn.results.at(-1)?.status).toBe(status);
    expect(turn.said.at(-1)).toMatch(told);
    await session.end();
  });

  it('has helpers', { tags: ['subagents'] }, async () => {
    const session = await begin();
    const turn = await session.turn('[[delegate]]');
    expect(turn.said).toContain('My helper is back.');
    const [helper, below] = turn.items('tool_call');
    expect(turn.calls).toEqual(['Agent', 'Bash']);
    // It has a message of its own between.
    const message = turn.of('item.started').find(({ data }) => data.item.item_id === below?.parent_id);
    expect(message?.data.item.parent_id).toBe(helper?.item_id);
    expect(turn.results.map(({ output }) => output)).toEqual([
      'from below',
      expect.stringContaining('I looked.'),
    ]);
    await session.end();
  });

  it('uses tools of MCP servers', { tags: ['mcp'] }, async () => {
    const session = await begin();
    await session.send('[[mcp over there]]');
    await session.permit('once');
    const turn = await session.turnEnd();
    expect(turn.calls).toEqual(['mcp__demo__echo']);
    expect(turn.results).toEqual([{ status: 'completed', output: 'echo: over there' }]);
    await session.end();
  });

  it('is told more while it works', { tags: ['steering'] }, async () => {
    const session = await begin();
    await session.send('[[bash echo hello > made.txt]]');
    const asked = await session.next('permission.requested');
    const sent = await session.send('And be quick.', { whenBusy: 'steer' });
    expect(sent).toMatchObject({ disposition: 'steered' });
    await session.reply(asked.data.permission_id, 'once');
    const turn = await session.turnEnd();
    expect(turn.said.at(-1)).toBe('Done.');
    expect(turn.items('message', 'user')).toHaveLength(2);
    expect(claude().api.moments.at(-1)?.body).toContain('And be quick.');
    await session.end();
  });

  it('is shown files', { tags: ['attachments'] }, async () => {
    const session = await begin();
    const image = join(session.directory, 'pixel.png');
    const notes = join(session.directory, 'notes.txt');
    await writeFile(image, Buffer.from(pixel, 'base64'));
    await writeFile(notes, 'some notes');
    await session.send('[[echo seen]]', {
      attachments: [{ path: image, mime: 'image/png' }, { path: notes }],
    });
    expect((await session.turnEnd()).said).toEqual(['You said seen, and I heard it.']);
    const { body } = claude().api.moments.at(-1)!;
    expect(body).toContain('"image"');
    expect(body).toContain('notes.txt');
    await session.end();
  });

  it('goes on in another session', { tags: ['resume'] }, async () => {
    const directory = await claude().stage.workspace();
    const first = await begin({ directory });
    await first.turn('[[echo long ago]]');
    await first.end();
    const second = await begin({ directory, resume: first.id });
    expect((await second.turn('[[echo now]]')).said).toEqual(['You said now, and I heard it.']);
    expect(claude().api.moments.at(-1)?.body).toContain('[[echo long ago]]');
    await second.end();
  });

  it('goes on when its conversation is made short', { tags: ['compaction'] }, async () => {
    const session = await begin();
    await session.turn('[[echo long ago]]');
    const turn = await session.turn('/compact');
    expect(turn.outcome).toBe('completed');
    expect(JSON.stringify(turn.items('system'))).toMatch(/compact/i);
    // The summary is the CLI's own, and nobody said it.
    expect(turn.items('message', 'user')).toHaveLength(1);
    expect((await session.turn('[[echo now]]')).said).toEqual(['You said now, and I heard it.']);
    await session.end();
  });

  it('goes on when its conversation is forgotten, under another id', { tags: ['compaction'] }, async () => {
    const session = await begin();
    await session.turn('[[echo long ago]]');
    const before = session.native;
    expect((await session.turn('/clear')).outcome).toBe('completed');
    expect((await session.turn('[[echo now]]')).said).toEqual(['You said now, and I heard it.']);
    expect(claude().api.moments.at(-1)?.body).not.toContain('[[echo long ago]]');
    expect(session.native).toMatch(/^[0-9a-f-]{36}$/);
    expect(session.native).not.toBe(before);
    await session.end();
  });

  it('has the model and the effort that are asked for', { tags: ['models'] }, async () => {
    const session = await begin({ model: 'sonnet', variant: 'high' });
    await session.turn('[[echo hello]]');
    const { body } = claude().api.moments.at(-1)!;
    expect(JSON.parse(body)).toMatchObject({
      model: expect.stringContaining('sonnet'),
      output_config: { effort: 'high' },
    });
    await session.end();
  });
});
