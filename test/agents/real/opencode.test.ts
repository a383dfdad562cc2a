import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Conversation } from '../../support/real/conversation.js';
import { isWanted } from '../../support/real/install.js';
import { onStage } from '../../support/real/on-stage.js';
import { openCodeStage } from './opencode-stage.js';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const mcp = new URL('../../support/real/mcp.mjs', import.meta.url).pathname;

describe.skipIf(!isWanted('opencode'))('a session of the real OpenCode', () => {
  const opencode = onStage(openCodeStage);
  const begin = (more: object = {}) => Conversation.begin(opencode().daemon, { agent: 'opencode', ...more });

  it('talks, turn by turn', { tags: ['text', 'deltas', 'lifecycle'] }, async () => {
    const session = await begin();
    const first = await session.turn('[[echo one]]');
    expect(first.said).toEqual(['You said one, and I heard it.']);
    expect(first.outcome).toBe('completed');
    expect(first.items('message', 'user')).toHaveLength(1);
    expect(first.of('item.delta').filter(({ synthetic }) => !synthetic).length).toBeGreaterThan(1);
    const second = await session.turn('[[echo two]]');
    expect(second.said).toEqual(['You said two, and I heard it.']);
    expect(second.of('turn.ended')[0]?.data.metadata).toMatchObject({
      usage: { input_tokens: 100, output_tokens: 7 },
      cost_usd: 0.000114,
    });
    expect(opencode().api.moments.at(-1)?.body).toContain('[[echo one]]');
    await session.end();
    expect(session.events().at(-1)?.native_session_id).toMatch(/^ses_/);
  });

  it('thinks', { tags: ['reasoning'] }, async () => {
    const session = await begin();
    const turn = await session.turn('[[thought]]');
    expect(turn.thoughts).toEqual(['What could be meant? Hardly.']);
    expect(turn.said).toEqual(['I thought about it.']);
    await session.end();
  });

  it('runs a command, and shows what it says while it says it', { tags: ['tools', 'commands'] }, async () => {
    const session = await begin({ permissionMode: 'bypass' });
    const turn = await session.turn('[[shell echo first; sleep 0.5; echo second > made.txt; cat made.txt]]');
    expect(turn.calls).toEqual(['bash']);
    expect(turn.results).toEqual([{ status: 'completed', output: 'first\nsecond\n' }]);
    expect(turn.of('permission.requested')).toEqual([]);
    expect(turn.said).toEqual(['Let me see.', 'Done.']);
    const [result] = turn.items('tool_result');
    const heard = turn
      .of('item.delta')
      .filter(({ data }) => data.item_id === result?.item_id)
      .map(({ data }) => data.delta);
    expect(heard.length).toBeGreaterThan(1);
    expect(await readFile(join(session.directory, 'made.txt'), 'utf8')).toBe('second\n');
    await session.end();
  });

  it('tells how a command failed', { tags: ['commands'] }, async () => {
    const session = await begin({ permissionMode: 'bypass' });
    const turn = await session.turn('[[shell echo oh no >&2; exit 7]]');
    expect(turn.results).toEqual([{ status: 'failed', output: 'oh no\n' }]);
    expect(turn.outcome).toBe('completed');
    await session.end();
  });

  it('runs a command that is allowed once', { tags: ['permissions'] }, async () => {
    const session = await begin();
    await session.send('[[shell echo allowed]]');
    const asked = await session.permit('once');
    expect(asked).toMatchObject({ action: 'command_execution', metadata: { command: 'echo allowed' } });
    const turn = await session.turnEnd();
    expect(turn.of('permission.resolved').map(({ data }) => data.status)).toEqual(['approved']);
    expect(turn.results).toEqual([{ status: 'completed', output: 'allowed\n' }]);
    await session.end();
  });

  it('does not run a command that is refused, and goes on where it is told why', {
    tags: ['permissions'],
  }, async () => {
    const session = await begin();
    await session.send('[[shell touch never.txt]]');
    await session.permit('reject', 'not today');
    const turn = await session.turnEnd();
    expect(turn.of('permission.resolved').map(({ data }) => data.status)).toEqual(['denied']);
    expect(turn.results).toMatchObject([{ status: 'failed', output: expect.stringContaining('not today') }]);
    expect(turn.said.at(-1)).toBe('Done.');
    await session.send('[[shell touch never.txt]]');
    await session.permit('reject');
    const second = await session.turnEnd();
    expect(second.results.map(({ status }) => status)).toEqual(['failed']);
    expect(second.said, 'without a reason it stops').toEqual(['Let me see.']);
    await expect(readFile(join(session.directory, 'never.txt'))).rejects.toThrow('ENOENT');
    await session.end();
  });

  it('asks once for what is allowed always, and each session for itself', { tags: ['always'] }, async () => {
    const directory = await opencode().stage.workspace();
    const first = await begin({ directory });
    await first.send('[[shell-twice touch again.txt]]');
    await first.permit('always');
    const turn = await first.turnEnd();
    expect(turn.of('permission.requested')).toHaveLength(1);
    expect(turn.results.map(({ status }) => status)).toEqual(['completed', 'completed']);
    const second = await begin({ directory });
    await second.send('[[shell touch again.txt]]');
    await second.permit('once');
    expect((await second.turnEnd()).outcome).toBe('completed');
    await Promise.all([first.end(), second.end()]);
  });

  it('does not ask about what the user has forbidden', async () => {
    const session = await begin({ permissionMode: 'bypass' });
    const turn = await session.turn('[[shell rm never.txt]]');
    expect(turn.of('permission.requested')).toEqual([]);
    expect(turn.results).toMatchObject([{ status: 'failed', output: expect.stringContaining('rule') }]);
    const below = await session.turn('[[delegate rm never.txt]]');
    expect(below.results).toContainEqual({ status: 'failed', output: expect.stringContaining('rule') });
    await session.end();
  });

  it('edits files, with diffs', { tags: ['edits'] }, async () => {
    const session = await begin({ permissionMode: 'acceptEdits' });
    const turn = await session.turn(`[[edit ${session.directory}]]`);
    expect(turn.calls).toEqual(['write', 'edit']);
    expect(turn.of('permission.requested')).toEqual([]);
    const path = join(session.directory, 'list.txt');
    const diffs = turn.diffs.filter((part) => part.path === path).map(({ diff }) => diff);
    expect(diffs).toContainEqual(expect.stringMatching(/^\+one\n\+two$/m));
    expect(diffs).toContainEqual(expect.stringMatching(/^-two\n\+three$/m));
    expect(await readFile(path, 'utf8')).toBe('one\nthree\n');
    await session.end();
  });

  it('asks before it edits, and edits nothing while it plans', {
    tags: ['permissions', 'edits'],
  }, async () => {
    const session = await begin();
    await session.send(`[[edit ${session.directory}]]`);
    const asked = await session.permit('once');
    expect(asked).toMatchObject({
      action: 'file_change',
      metadata: { diff: expect.stringContaining('+one') },
    });
    await session.permit('once');
    expect((await session.turnEnd()).outcome).toBe('completed');
    const { client, id } = session;
    await client.call('session/configure', { sessionId: id, permissionMode: 'plan' });
    const turn = await session.turn(`[[edit ${session.directory}]]`);
    expect(turn.of('permission.requested')).toEqual([]);
    expect(turn.results.map(({ status }) => status)).toEqual(['failed', 'failed']);
    await session.end();
  });

  it('asks questions', { tags: ['questions'] }, async () => {
    const session = await begin();
    await session.send('[[question]]');
    const asked = await session.answer([['Blue']]);
    expect(asked).toMatchObject({ prompt: 'Which colour?', options: ['Red', 'Blue'] });
    const turn = await session.turnEnd();
    expect(turn.of('question.resolved')).toMatchObject([
      { data: { status: 'answered', answers: [['Blue']] } },
    ]);
    expect(turn.said.at(-1)).toMatch(/^Heard: .*Blue/);
    await session.end();
  });

  it('has helpers, whose permissions are asked for in the session', {
    tags: ['subagents', 'permissions'],
  }, async () => {
    const session = await begin();
    await session.send('[[delegate echo from below]]');
    const asked = await session.permit('once');
    expect(asked.metadata).toMatchObject({ command: 'echo from below' });
    const turn = await session.turnEnd();
    expect(turn.said).toEqual(expect.arrayContaining(['I looked.', 'My helper is back.']));
    const [helper, below] = turn.items('tool_call');
    expect(below?.parent_id).toBe(helper?.item_id);
    expect(turn.results).toContainEqual({ status: 'completed', output: 'from below\n' });
    await session.end();
  });

  it('uses the tools of MCP servers that it brings, and no other session has them', {
    tags: ['mcp', 'own-mcp'],
  }, async () => {
    const demo = { type: 'local', command: [process.execPath, mcp] };
    const session = await begin({ mcp: { demo } });
    await session.send('[[mcp over there]]');
    await session.permit('once');
    const turn = await session.turnEnd();
    expect(turn.results).toEqual([
      { status: 'completed', output: expect.stringContaining('echo: over there') },
    ]);
    const other = await begin({ directory: session.directory });
    await other.turn('[[echo none]]');
    expect(opencode().api.moments.at(-1)?.body).not.toContain('demo_echo');
    await Promise.all([session.end(), other.end()]);
  });

  it('is told more while it works', { tags: ['steering'] }, async () => {
    const session = await begin({ permissionMode: 'bypass' });
    await session.send('[[shell sleep 1]]');
    await session.nextWhere(({ type, source }) => type === 'item.delta' && source === 'agent');
    expect(await session.send('[[echo more]]', { whenBusy: 'steer' })).toMatchObject({
      disposition: 'steered',
    });
    const turn = await session.turnEnd();
    expect(turn.said.at(-1)).toBe('You said more, and I heard it.');
    expect(turn.items('message', 'user')).toHaveLength(2);
    await session.end();
  });

  it('is shown files', { tags: ['attachments'] }, async () => {
    const session = await begin();
    const image = join(session.directory, 'pixel.png');
    const notes = join(session.directory, 'notes.txt');
    await writeFile(image, Buffer.from(pixel, 'base64'));
    await writeFile(notes, 'some notes');
    await session.send('[[echo seen]]', {
      attachments: [{ path: image, mime: 'image/png' }, { path: notes }, { path: 'missing.txt' }],
    });
    const turn = await session.turnEnd();
    expect(turn.said).toEqual(['You said seen, and I heard it.']);
    const [user] = turn.items('message', 'user');
    expect(user?.content.map(({ type }) => type)).toEqual(expect.arrayContaining(['image', 'file_ref']));
    const { body } = opencode().api.moments.at(-1)!;
    expect(body).toContain('"image_url"');
    expect(body).toContain('some notes');
    await session.end();
  });

  it('goes on in another session, and in a copy', { tags: ['resume', 'fork'] }, async () => {
    const directory = await opencode().stage.workspace();
    const first = await begin({ directory });
    await first.turn('[[echo long ago]]');
    await first.end();
    const second = await begin({ directory, resume: first.id });
    expect((await second.turn('[[echo now]]')).said).toEqual(['You said now, and I heard it.']);
    expect(opencode().api.moments.at(-1)?.body).toContain('[[echo long ago]]');
    const copy = await begin({ directory, resume: second.id, fork: true });
    expect((await copy.turn('[[echo elsewhere]]')).said).toEqual(['You said elsewhere, and I heard it.']);
    expect(opencode().api.moments.at(-1)?.body).toContain('[[echo long ago]]');
    const shown = JSON.stringify(copy.events());
    expect(shown).not.toContain('long ago');
    expect(copy.events().at(-1)?.native_session_id).not.toBe(second.events().at(-1)?.native_session_id);
    await second.turn('[[echo alone]]');
    expect(opencode().api.moments.at(-1)?.body).not.toContain('elsewhere');
    await Promise.all([second.end(), copy.end()]);
  });

  it('goes on when its conversation is made short', { tags: ['compaction'] }, async () => {
    const session = await begin();
    await session.turn('[[echo long ago]]');
    const turn = await session.turn('/compact');
    expect(turn.outcome).toBe('completed');
    expect(JSON.stringify(turn.items('status'))).toContain('compact');
    // The summary is the server's own, and nobody said it.
    expect(turn.items('message', 'user')).toHaveLength(1);
    expect((await session.turn('[[echo now]]')).said).toEqual(['You said now, and I heard it.']);
    await session.end();
  });

  it('has the model and the variant that are asked for, also when they change', {
    tags: ['models', 'switching'],
  }, async () => {
    const session = await begin({ model: 'scripted/large', variant: 'high' });
    await session.turn('[[echo hello]]');
    const asked = () => JSON.parse(opencode().api.moments.at(-1)!.body);
    expect(asked()).toMatchObject({ model: 'large', reasoning_effort: 'high' });
    await session.client.call('session/configure', { sessionId: session.id, model: 'scripted/small' });
    await session.turn('[[echo again]]');
    expect(asked()).toMatchObject({ model: 'small' });
    expect(asked()).not.toHaveProperty('reasoning_effort');
    await session.end();
  });

  it('works in two folders with one server', async () => {
    const sessions = await Promise.all([begin(), begin()]);
    for (const session of sessions) {
      await session.send('[[shell pwd]]');
      await session.permit('once');
      const turn = await session.turnEnd();
      expect(turn.results).toEqual([{ status: 'completed', output: `${session.directory}\n` }]);
    }
    await Promise.all(sessions.map((session) => session.end()));
  });
});
