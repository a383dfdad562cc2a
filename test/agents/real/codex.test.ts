import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Conversation } from '../../support/real/conversation.js';
import { binaryOf, isWanted } from '../../support/real/install.js';
import { onStage } from '../../support/real/on-stage.js';
import { codexStage } from './codex-stage.js';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.skipIf(!isWanted('codex'))('a session of the real Codex', () => {
  const codex = onStage(codexStage);
  const begin = (more: object = {}) => Conversation.begin(codex().daemon, { agent: 'codex', ...more });

  it('talks, turn by turn', { tags: ['text', 'deltas', 'lifecycle'] }, async () => {
    const session = await begin();
    const first = await session.turn('[[echo one]]');
    expect(first.said).toEqual(['You said one, and I heard it.']);
    expect(first.outcome).toBe('completed');
    expect(first.of('item.delta').filter(({ synthetic }) => !synthetic).length).toBeGreaterThan(1);
    const second = await session.turn('[[echo two]]');
    expect(second.said).toEqual(['You said two, and I heard it.']);
    expect(codex().api.moments.at(-1)?.body).toContain('[[echo one]]');
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
    expect(turn.thoughts.join('\n')).toMatch(/What could be meant\?.*Hardly\./s);
    expect(turn.said).toEqual(['I thought about it.']);
    await session.end();
  });

  it('runs a command in its sandbox', async ({ skip }) => {
    const { exitCode } = await codex().stage.run(binaryOf('codex'), ['sandbox', '--', 'true']);
    skip(exitCode !== 0, 'the system allows Codex no sandbox');
    const session = await begin({ permissionMode: 'acceptEdits' });
    const turn = await session.turn('[[shell echo hello > made.txt && cat made.txt]]');
    expect(turn.calls).toEqual(['shell']);
    expect(turn.results).toEqual([{ status: 'completed', output: 'hello\n' }]);
    expect(turn.of('permission.requested')).toEqual([]);
    expect(turn.said).toEqual(['Let me see.', 'Done.']);
    expect(await readFile(join(session.directory, 'made.txt'), 'utf8')).toBe('hello\n');
    await session.end();
  });

  it('tells how a command failed', { tags: ['tools', 'commands'] }, async () => {
    const session = await begin({ permissionMode: 'bypass' });
    const turn = await session.turn('[[shell echo oh no >&2; exit 7]]');
    expect(turn.results).toEqual([{ status: 'failed', output: 'oh no\n' }]);
    expect(turn.outcome).toBe('completed');
    await session.end();
  });

  it('runs a command that is allowed once', { tags: ['tools', 'commands', 'permissions'] }, async () => {
    const session = await begin();
    await session.send('[[ask echo outside]]');
    const asked = await session.permit('once');
    expect(asked.metadata).toMatchObject({ command: expect.stringContaining('echo outside') });
    const turn = await session.turnEnd();
    expect(turn.of('permission.resolved').map(({ data }) => data.status)).toEqual(['approved']);
    expect(turn.results).toEqual([{ status: 'completed', output: 'outside\n' }]);
    await session.end();
  });

  it('does not run a command that is refused', { tags: ['permissions'] }, async () => {
    const session = await begin();
    await session.send('[[ask touch never.txt]]');
    await session.permit('reject');
    const turn = await session.turnEnd();
    expect(turn.of('permission.resolved').map(({ data }) => data.status)).toEqual(['denied']);
    expect(turn.results.map(({ status }) => status)).toEqual(['failed']);
    expect(turn.said.at(-1)).toBe('Done.');
    await expect(readFile(join(session.directory, 'never.txt'))).rejects.toThrow('ENOENT');
    await session.end();
  });

  it('asks once for what is allowed always', { tags: ['always'] }, async () => {
    const session = await begin();
    await session.send('[[ask-twice touch again.txt]]');
    await session.permit('always');
    const turn = await session.turnEnd();
    expect(turn.of('permission.requested')).toHaveLength(1);
    expect(turn.results.map(({ status }) => status)).toEqual(['completed', 'completed']);
    await session.end();
  });

  it('asks before it edits', { tags: ['permissions', 'edits'] }, async () => {
    const session = await begin();
    await session.send('[[edit]]');
    const path = join(session.directory, 'list.txt');
    const first = await session.permit('once');
    expect(first).toMatchObject({
      action: 'file_change',
      metadata: { paths: [path], diff: expect.stringContaining('+one') },
    });
    await session.permit('reject');
    const turn = await session.turnEnd();
    expect(turn.results.map(({ status }) => status)).toEqual(['completed', 'failed']);
    expect(await readFile(path, 'utf8')).toBe('one\ntwo\n');
    await session.end();
  });

  it('edits files, with diffs', { tags: ['edits'] }, async () => {
    const session = await begin({ permissionMode: 'bypass' });
    const turn = await session.turn('[[edit]]');
    expect(turn.calls).toEqual(['apply_patch', 'apply_patch']);
    const path = join(session.directory, 'list.txt');
    const diffs = turn.diffs.filter((part) => part.path === path).map(({ diff }) => diff);
    expect(diffs).toContainEqual(expect.stringMatching(/^\+one\n\+two$/m));
    expect(diffs).toContainEqual(expect.stringMatching(/^-two\n\+three$/m));
    expect(await readFile(path, 'utf8')).toBe('one\nthree\n');
    await session.end();
  });

  it('asks questions while it plans', { tags: ['questions'] }, async () => {
    const session = await begin({ permissionMode: 'plan' });
    await session.send('[[question]]');
    const asked = await session.answer([['Blue']]);
    expect(asked).toMatchObject({
      prompt: 'Which colour?',
      options: expect.arrayContaining(['Red', 'Blue']),
    });
    const turn = await session.turnEnd();
    expect(turn.of('question.resolved')).toMatchObject([
      { data: { status: 'answered', answers: [['Blue']] } },
    ]);
    expect(turn.said.at(-1)).toMatch(/^Heard: .*Blue/);
    await session.end();
  });

  it('proposes a plan', { tags: ['plans'] }, async () => {
    const session = await begin({ permissionMode: 'plan' });
    const turn = await session.turn('[[plan]]');
    expect(turn.said).toEqual(expect.arrayContaining(['# Plan\n\n1. Look\n2. Leap\n']));
    await session.end();
  });

  it('has helpers', { tags: ['subagents'] }, async () => {
    const session = await begin();
    await session.send('[[delegate]]');
    const asked = await session.permit('once');
    expect(asked.metadata).toMatchObject({ command: expect.stringContaining('echo from below') });
    const turn = await session.turnEnd();
    expect(turn.said).toEqual(expect.arrayContaining(['I looked.', 'My helper is back.']));
    const [helper] = turn.items('tool_call');
    const below = turn.items('tool_call').find(({ content }) => {
      return content.some((part) => part.type === 'tool_call' && part.arguments.includes('echo from below'));
    });
    expect(below?.parent_id).toBe(helper?.item_id);
    await session.end();
  });

  it('uses tools of MCP servers', { tags: ['mcp'] }, async () => {
    const session = await begin();
    await session.send('[[mcp over there]]');
    await session.permit('once');
    const turn = await session.turnEnd();
    expect(turn.calls).toEqual(['mcp:demo.echo']);
    expect(turn.results).toEqual([
      { status: 'completed', output: expect.stringContaining('echo: over there') },
    ]);
    await session.end();
  });

  it('is told more while it works', { tags: ['steering'] }, async () => {
    const session = await begin();
    await session.send('[[held]]');
    await session.nextWhere(({ type, source }) => type === 'item.delta' && source === 'agent');
    const sent = await session.send('[[echo more]]', { whenBusy: 'steer' });
    expect(sent).toMatchObject({ disposition: 'steered' });
    const turn = await session.turnEnd();
    expect(turn.said.at(-1)).toBe('You said more, and I heard it.');
    expect(turn.items('message', 'user')).toHaveLength(2);
    expect(codex().api.moments.at(-1)?.body).toContain('[[echo more]]');
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
    const { body } = codex().api.moments.at(-1)!;
    expect(body).toContain('"input_image"');
    expect(body).toContain('notes.txt');
    await session.end();
  });

  it('goes on in another session', { tags: ['resume'] }, async () => {
    const directory = await codex().stage.workspace();
    const first = await begin({ directory });
    await first.turn('[[echo long ago]]');
    await first.end();
    const second = await begin({ directory, resume: first.id });
    expect((await second.turn('[[echo now]]')).said).toEqual(['You said now, and I heard it.']);
    expect(codex().api.moments.at(-1)?.body).toContain('[[echo long ago]]');
    await second.end();
  });

  it('goes on when its conversation is made short', { tags: ['compaction'] }, async () => {
    const session = await begin();
    await session.turn('[[echo long ago]]');
    const turn = await session.turn('/compact');
    expect(turn.outcome).toBe('completed');
    expect(JSON.stringify(turn.items('status'))).toContain('context_compaction');
    expect(turn.items('message', 'user')).toHaveLength(1);
    expect((await session.turn('[[echo now]]')).said).toEqual(['You said now, and I heard it.']);
    await session.end();
  });

  it('has the model and the effort that are asked for', { tags: ['models'] }, async () => {
    const session = await begin({ model: 'gpt-5.5', variant: 'high' });
    await session.turn('[[echo hello]]');
    const { body } = codex().api.moments.at(-1)!;
    expect(JSON.parse(body)).toMatchObject({ model: 'gpt-5.5', reasoning: { effort: 'high' } });
    await session.end();
  });
});
