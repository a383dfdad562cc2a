import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SessionInfo, UniversalEvent, UniversalItem } from '../../../src/schema/index.js';
import { agentConformance } from '../../conformance/agent.js';
import { Conversation } from '../../support/real/conversation.js';
import { driver } from './driver.js';

const { echo, recall, hold } = driver.cues;

agentConformance(driver, (suite) => {
  const begin = (more: object = {}) => Conversation.begin(suite().daemon, { agent: 'claude', ...more });

  it('asks several questions at once and takes several answers', { tags: ['questions'] }, async () => {
    const session = await begin();
    await session.send('[[two-questions]]');
    const asked = await session.answer([['Blue'], ['S', 'L']]);
    expect(asked).toMatchObject({ prompt: 'Which colour?', questions: [{}, { multi_select: true }] });
    const turn = await session.turnEnd();
    expect(turn.of('question.resolved')).toMatchObject([
      { data: { status: 'answered', answers: [['Blue'], ['S', 'L']] } },
    ]);
    expect(turn.texts[0]).toMatch(/Which colour\?.*Blue.*Which sizes\?.*S, ?L/);
    await session.end();
  });

  it('answers a message that is steered into plain text in the same turn', {
    tags: ['steering'],
  }, async () => {
    const session = await begin();
    const word = session.id;
    await session.send(`[[cut ${word}]]`);
    await session.nextWhere(hold.isHeld);
    expect(await session.send(echo('more'), { whenBusy: 'steer' })).toMatchObject({ disposition: 'steered' });
    await session.send(echo('later'), { whenBusy: 'queue' });
    suite().setup.cut?.(word);
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('completed');
    expect(turn.texts.slice(-2)).toEqual(['This begins and does end.', 'more']);
    expect(turn.items('message', 'user')).toHaveLength(2);
    expect((await session.turnEnd()).texts).toEqual(['later']);
    await session.end();
  });

  it('withdraws a steered message that was not taken before an interrupt', {
    tags: ['steering', 'interrupt'],
  }, async () => {
    const session = await begin();
    await session.send(hold.message);
    await session.nextWhere(hold.isHeld);
    await session.send(echo('never mind'), { whenBusy: 'steer' });
    await session.interrupt();
    expect((await session.turnEnd()).outcome).toBe('interrupted');
    expect((await session.turn(echo('after'))).texts).toEqual(['after']);
    const [answer] = (await session.turn(recall.message)).texts;
    expect(recall.remembers(answer!, [echo('after')])).toBe(true);
    await session.end();
  });

  it('interrupts a turn without the sub-agent in the background, then stops that', {
    tags: ['subagents', 'interrupt'],
  }, async () => {
    const session = await begin();
    await session.turn('[[hold-later]]');
    await session.send(hold.message);
    await session.nextWhere(hold.isHeld);
    await session.interrupt();
    expect((await session.turnEnd()).outcome).toBe('interrupted');
    expect((await session.turn(echo('meanwhile'))).texts).toEqual(['meanwhile']);
    const isRun = ({ type, data }: UniversalEvent) =>
      type === 'item.completed' &&
      data.item.content.some((part) => part.type === 'status' && part.label === 'agent');
    expect(session.events().filter(isRun)).toEqual([]);
    // No turn is running, so the interrupt is for the sub-agent.
    await session.interrupt();
    expect((await session.nextWhere(isRun)).data).toMatchObject({ item: { status: 'failed' } });
    // The CLI tells the model.
    const report = await session.turnEnd();
    expect(report.of('turn.ended')[0]!.data.metadata).toMatchObject({
      native: { origin: 'task-notification' },
    });
    await session.end();
  });

  it('starts a new conversation with a new id on /clear', {
    tags: ['compaction'],
  }, async () => {
    const session = await begin();
    await session.turn(echo('long ago'));
    const before = session.native;
    expect((await session.turn('/clear')).outcome).toBe('completed');
    const [answer] = (await session.turn(recall.message)).texts;
    expect(recall.remembers(answer!, [])).toBe(true);
    expect(session.native).toMatch(/^[0-9a-f-]{36}$/);
    expect(session.native).not.toBe(before);
    await session.end();
  });

  it('falls back to a request without streaming after two interrupted streams', {
    tags: ['errors'],
  }, async () => {
    const session = await begin();
    const word = session.id;
    await session.send(`[[cut-always ${word}]]`);
    await session.nextWhere(hold.isHeld);
    suite().setup.cut?.(word);
    expect((await session.next('error')).data).toMatchObject({ details: { retryable: true } });
    await session.nextWhere(hold.isHeld);
    suite().setup.cut?.(word);
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('completed');
    const statuses = turn.items('message', 'assistant').map(({ status }) => status);
    expect(statuses).toEqual(['failed', 'failed', 'completed']);
    expect(turn.texts.at(-1)).toBe('Half of a sentence, and the other half.');
    await session.end();
  });

  it('shows what an overwritten file loses, and covers its edits by "always"', {
    tags: ['permissions', 'always', 'edits'],
  }, async () => {
    const session = await begin();
    const path = join(session.directory, 'list.txt');
    await writeFile(path, 'one\ntwo\nthree\n');
    await session.send(`[[overwrite ${path}]]`);
    const { metadata } = await session.permit('always');
    const lost = '@@ -1,3 +1,3 @@\n one\n-two\n-three\n+2\n+2\n';
    expect(metadata).toMatchObject({
      tool: 'Write',
      kind: 'edit',
      title: 'list.txt',
      paths: [path],
      diff: `--- a/list.txt\n+++ b/list.txt\n${lost}`,
      replies: ['once', 'always', 'reject'],
      scope: 'edits of list.txt in this session',
    });
    const turn = await session.turnEnd();
    expect(turn.of('permission.requested')).toHaveLength(1);
    const diffs = turn
      .items('tool_result')
      .flatMap(({ content }) => content.flatMap((part) => (part.type === 'file_ref' ? [part.diff] : [])));
    expect(diffs).toEqual([
      undefined,
      metadata.diff,
      '--- a/list.txt\n+++ b/list.txt\n@@ -1,3 +1,3 @@\n one\n-2\n-2\n+two\n+two\n',
    ]);
    await session.end();
  });

  it('does not ask again for a command with a redirection after "always"', {
    tags: ['always'],
  }, async () => {
    const session = await begin();
    const { message, command } = driver.cues.askedCommand('echo hi > hi.txt');
    await session.send(message);
    expect((await session.permit('always')).metadata).toMatchObject({ title: command });
    await session.turnEnd();
    const again = await session.turn(message);
    expect(again.of('permission.requested')).toEqual([]);
    expect(again.results).toMatchObject([{ status: 'completed' }]);
    await session.end();
  });

  it("asks for commands that it takes for edits of an agent's own rules", {
    tags: ['permissions'],
  }, async () => {
    const session = await begin({ permissionMode: 'acceptEdits' });
    await writeFile(join(session.directory, 'a.txt'), 'a\n');
    const copied = await session.turn(driver.cues.command('cp a.txt b.txt'));
    expect(copied.of('permission.requested')).toEqual([]);
    await session.send(driver.cues.command('cp a.txt opencode.json'));
    expect((await session.permit('reject')).metadata).toMatchObject({
      replies: ['once', 'reject'],
      reason: "This file sets an agent's own rules",
    });
    await session.turnEnd();
    await session.end();
  });

  const noticesOf = (session: Conversation, label: string) =>
    session.items('status').filter(({ content: [part] }) => part?.type === 'status' && part.label === label);
  const infoOf = (session: Conversation) =>
    session.client.call<SessionInfo>('session/get', { sessionId: session.id });

  it('announces MCP servers that do not start, once', { tags: ['own-mcp'] }, async () => {
    const session = await begin({ mcp: { broken: { type: 'local', command: ['/no/such/program'] } } });
    await session.nextWhere(({ type }) => type === 'item.completed');
    await session.turn(echo('first'));
    await session.turn(echo('second'));
    expect(noticesOf(session, 'mcp')).toMatchObject([
      { content: [{}, { json: { server: 'broken', error: expect.stringContaining('ENOENT') } }] },
    ]);
    await session.end();
  });

  it('tells the model after a command of the user and after a switch', {
    tags: ['switching'],
  }, async () => {
    const session = await begin();
    const first = await session.turn(echo('first'));
    const { model } = first.of('turn.ended')[0]!.data.metadata;
    expect((await infoOf(session)).model).toBe(model);
    await session.turn('/model haiku');
    await session.until(({ type, data }) => type === 'item.completed' && isModel(data.item));
    expect((await infoOf(session)).model).toMatch(/^claude-haiku-/);
    await session.configure({ model: 'sonnet', permissionMode: 'acceptEdits' });
    const last = await session.turn(echo('last'));
    expect(last.of('turn.ended')[0]!.data.metadata.model).toMatch(/^claude-sonnet-/);
    expect((await infoOf(session)).model).toMatch(/^claude-sonnet-/);
    // The CLI repeats the settings, and the daemon has announced them already.
    expect(noticesOf(session, 'settings')).toHaveLength(1);
    expect(noticesOf(session, 'model')).toHaveLength(1);
    expect(last.items('system')).toEqual([]);
    await session.end();
  });

  it('reports usage and context in the same terms', { tags: ['models'] }, async () => {
    const session = await begin();
    const turn = await session.turn(echo('hello'));
    const { usage, context } = turn.of('turn.ended')[0]!.data.metadata;
    expect(usage).toMatchObject({ input_tokens: 100, output_tokens: 7, total_tokens: 107 });
    expect(context).toEqual({ used_tokens: 107, window_tokens: expect.any(Number) });
    expect((await infoOf(session)).context).toEqual(context);
    await session.end();
  });
});

const isModel = ({ content: [part] }: UniversalItem) => part?.type === 'status' && part.label === 'model';
