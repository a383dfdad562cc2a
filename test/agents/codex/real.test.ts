import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { UniversalItem } from '../../../src/schema/index.js';
import { agentConformance } from '../../conformance/agent.js';
import { busyCommand } from '../../support/real/busy-command.js';
import { Conversation } from '../../support/real/conversation.js';
import { binaryOf } from '../../support/real/install.js';
import { driver } from './driver.js';

const { command, echo, hold, threads } = driver.cues;

agentConformance(driver, (suite) => {
  const begin = (more: object = {}) => Conversation.begin(suite().daemon, { agent: 'codex', ...more });

  it('runs a command in its sandbox', async ({ skip }) => {
    const { exitCode } = await suite().setup.stage.run(binaryOf('codex'), ['sandbox', '--', 'true']);
    skip(exitCode !== 0, 'the system allows Codex no sandbox');
    const session = await begin({ permissionMode: 'acceptEdits' });
    const turn = await session.turn(command('echo hello > made.txt && cat made.txt'));
    expect(turn.calls).toEqual(['shell']);
    expect(turn.results).toEqual([{ status: 'completed', output: 'hello\n' }]);
    expect(turn.of('permission.requested')).toEqual([]);
    expect(await readFile(join(session.directory, 'made.txt'), 'utf8')).toBe('hello\n');
    await session.end();
  });

  it("lets no command of the sandbox write an agent's own rules in acceptEdits mode", async ({ skip }) => {
    const { exitCode } = await suite().setup.stage.run(binaryOf('codex'), ['sandbox', '--', 'true']);
    skip(exitCode !== 0, 'the system allows Codex no sandbox');
    const session = await begin({ permissionMode: 'acceptEdits' });
    const turn = await session.turn(command('echo a > opencode.json; mkdir .claude; echo b > b.txt; ls -A'));
    expect(turn.of('permission.requested')).toEqual([]);
    expect(turn.results[0]?.output).toMatch(/opencode\.json: Read-only file system/);
    expect(await readdir(session.directory)).toEqual(['b.txt']);
    await session.end();
  });

  it('shows what is lost before it replaces a file', { tags: ['permissions', 'edits'] }, async () => {
    const session = await begin();
    const { message, path } = driver.cues.edit(session.directory);
    await writeFile(path, 'zero\n');
    await session.send(message);
    const { data } = await session.next('permission.requested');
    expect(data.metadata).toMatchObject({
      kind: 'edit',
      title: 'list.txt',
      paths: [path],
      diff: '--- a/list.txt\n+++ b/list.txt\n@@ -1 +1,2 @@\n-zero\n+one\n+two\n',
    });
    await session.reply(data.permission_id, 'always');
    const turn = await session.turnEnd();
    expect(turn.of('permission.requested')).toHaveLength(1);
    expect(await readFile(path, 'utf8')).toBe('one\nthree\n');
    await session.end();
  });

  it('starts in many folders at once with a fresh home', async () => {
    const { stage, env } = suite().setup;
    const home = join(stage.home, 'codex-fresh');
    await mkdir(home);
    await copyFile(join(env.CODEX_HOME!, 'config.toml'), join(home, 'config.toml'));
    const sessions = await Promise.all(Array.from({ length: 6 }, () => begin({ env: { CODEX_HOME: home } })));
    for (const session of sessions) {
      expect((await session.turn(driver.cues.echo('here'))).texts).toEqual(['here']);
      await session.end();
    }
  });

  it('continues the output of a command that runs on after its turn', { tags: ['commands'] }, async () => {
    const session = await begin({ permissionMode: 'bypass' });
    const { command: busy, running, finish } = await busyCommand(session.directory);
    const turn = await session.turn(`[[run-on ${busy}]]`);
    await running();
    expect(turn.results).toEqual([{ status: 'completed', output: '' }]);
    expect(turn.items('tool_call')).toMatchObject([{ status: 'completed' }]);
    expect((await session.turn(echo('meanwhile'))).texts).toEqual(['meanwhile']);
    await finish();
    const isRest = (item: UniversalItem) => item.kind === 'tool_result' && item.continues !== null;
    await session.until(({ type, data }) => type === 'item.completed' && isRest(data.item));
    const [first, rest] = session.items('tool_result');
    expect(rest).toMatchObject({
      continues: first!.item_id,
      status: 'completed',
      content: [{ output: 'finished\n' }, { json: { exit_code: 0 } }],
    });
    await session.end();
  });

  it('is interrupted right after a message', { tags: ['interrupt'] }, async () => {
    const session = await begin();
    await session.send(hold.message);
    await session.interrupt();
    const { data } = await session.next('turn.ended');
    expect(data.metadata).toMatchObject({ outcome: 'interrupted' });
    expect(data.metadata.cause).not.toBe('interrupt_ignored');
    expect((await session.turn(echo('after'))).texts).toEqual(['after']);
    await session.end();
  });

  it('runs the sub-agents of newer models as threads', { tags: ['subagents'] }, async () => {
    const session = await begin({ permissionMode: 'bypass', model: 'gpt-5.6-sol' });
    await session.turn('[[talk-newer the first time]]');
    await session.turn('[[again-newer once more]]');
    const runs = session.items('status').filter(({ thread_id }) => thread_id !== null);
    const call = session.items('tool_call')[0]!;
    expect(runs).toMatchObject([
      { thread_id: call.item_id, content: [{ label: 'agent', detail: 'helper' }], status: 'completed' },
      { thread_id: call.item_id, content: [{ label: 'agent', detail: 'helper' }], status: 'completed' },
    ]);
    const messages = session.items('message').filter(({ thread_id }) => thread_id === call.item_id);
    expect(messages).toMatchObject([
      { content: [{ text: 'the first time' }] },
      { content: [{ text: 'once more' }] },
    ]);
    await session.end();
  });

  it('ends its sub-agents with the session', { tags: ['subagents'] }, async () => {
    const session = await begin({ permissionMode: 'bypass' });
    await session.send(threads!.hold);
    await threads!.isHeld!(session);
    await session.end();
    expect(session.items('status')).toMatchObject([{ content: [{ label: 'agent' }], status: 'failed' }]);
  });

  it('shows all sections of its reasoning', { tags: ['reasoning'] }, async () => {
    const session = await begin();
    const turn = await session.turn('[[summaries]]');
    expect(turn.thoughts.join('\n')).toMatch(/What could be meant\?.*Hardly\./s);
    await session.end();
  });

  it('gives up on an answer that was cut twice', { tags: ['errors'] }, async () => {
    const session = await begin();
    const word = session.id;
    await session.send(`[[hold ${word}]]`);
    await session.nextWhere(hold.isHeld);
    suite().setup.cut?.(word);
    expect((await session.next('error')).data).toMatchObject({ details: { retryable: true } });
    await session.nextWhere(hold.isHeld);
    suite().setup.cut?.(word);
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('error');
    expect(turn.errors.at(-1)).toMatchObject({ details: { retryable: false } });
    await session.end();
  });
});
