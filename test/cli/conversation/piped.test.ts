import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runningDaemon } from '../../../src/cli/daemon/running-daemon.js';
import type { SessionInfo, UniversalEvent } from '../../../src/schema/index.js';
import { testDaemon } from '../../support/daemon.js';
import { main } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';

/** A daemon, and `greenroom run` without a terminal. */
async function begin() {
  const daemon = await testDaemon();
  const cwd = await tempFolder();
  const env = { GREENROOM_URL: daemon.url, GREENROOM_DATA: daemon.dataFolder, GREENROOM_TOKEN: undefined };
  const run = (args: readonly string[], input = '') =>
    execa('node', [main, 'run', ...args], { reject: false, cwd, env, input });
  const sessions = async () =>
    (await daemon.call<{ sessions: SessionInfo[] }>('GET', '/v1/sessions')).sessions;
  return { daemon, cwd, env, run, sessions };
}

describe('greenroom run without a terminal', () => {
  it('starts a daemon if none runs', async () => {
    const [data, cwd] = [await tempFolder(), await tempFolder()];
    onTestFinished(() => {
      const running = runningDaemon(data);
      if (running) process.kill(running.pid, 'SIGKILL');
    });
    const env = {
      GREENROOM_DATA: data,
      GREENROOM_PORT: '0',
      GREENROOM_URL: undefined,
      GREENROOM_TOKEN: undefined,
    };
    const args = [main, 'run', 'mock', 'echo from a new daemon'];
    const first = await execa('node', args, { env, cwd, input: '' });
    expect(first.stdout).toBe('from a new daemon');
    const pid = runningDaemon(data)?.pid;
    expect((await execa('node', args, { env, cwd, input: '' })).stdout).toBe('from a new daemon');
    expect(runningDaemon(data)?.pid).toBe(pid);
  });

  it('prints the answers as Markdown, and everything else to standard error', async () => {
    const { run } = await begin();
    const { stdout, stderr, exitCode } = await run(['mock', 'tool']);
    expect(exitCode).toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/✓ ⌕ Search example\n/);
    const { stdout: markdown, stderr: more } = await run(['mock', 'markdown']);
    expect(markdown).toContain('A paragraph with **bold**, *italic*, `code`');
    expect(more).not.toContain('bold');
    expect(more).toMatch(/Completed · mock-1/);
  });

  it('has neither colours nor movements of the cursor', async () => {
    const { run } = await begin();
    const { stdout, stderr } = await run(['mock', 'demo', '--on-request', 'reject']);
    expect(`${stdout}${stderr}`).not.toMatch(/[^\P{Cc}\n]/u);
  });

  it('strips what would control a terminal, wherever it is cut', async () => {
    const { run } = await begin();
    const { stdout } = await run(['mock', 'echo a\u001b[31mb\u001b]0;title\u0007c\u001b[2J d']);
    expect(stdout).toBe('abc d');
  });

  it('takes the prompt from standard input, alone or after that of the arguments', async () => {
    const { run } = await begin();
    expect((await run(['mock'], 'echo from a pipe\n')).stdout).toBe('from a pipe');
    const { stdout } = await run(['mock', 'echo before'], 'the log\nof two lines\n');
    expect(stdout).toBe('before\n\nthe log\nof two lines');
  });

  it('refuses to run without a prompt', async () => {
    const { run } = await begin();
    const { stderr, exitCode } = await run([]);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^greenroom: there is no prompt/)]);
    expect(await run(['mock'])).toMatchObject({
      exitCode: 2,
      stderr: 'greenroom: there is no prompt for mock',
    });
  });

  it('prints the events, one JSON object per line, and nothing else', async () => {
    const { run, daemon, sessions } = await begin();
    const { stdout, stderr, exitCode } = await run(['mock', 'tool', '--json']);
    expect([exitCode, stderr]).toEqual([0, '']);
    const events = stdout.split('\n').map((line) => JSON.parse(line) as UniversalEvent);
    const [session] = await sessions();
    expect(events).toEqual((await daemon.events(session!.sessionId)).slice(0, events.length));
    expect(events[0]?.type).toBe('session.started');
    expect(events.at(-1)?.type).toBe('turn.ended');
  });

  it.each([
    ['an error', 'error', 6],
    ['a crash', 'crash 3', 6],
  ])('has an exit code for %s', async (_, prompt, code) => {
    const { run } = await begin();
    expect((await run(['mock', prompt])).exitCode).toBe(code);
    expect((await run(['mock', prompt, '--json'])).exitCode).toBe(code);
  });

  it.each([[[]], [['--json']]])('does not wait for an answer that nobody can give %j', async (more) => {
    const { run, sessions } = await begin();
    const { stderr, exitCode } = await run(['mock', 'permission', ...more]);
    const [session] = await sessions();
    expect(exitCode).toBe(7);
    expect(stderr).toContain('permission: echo mock');
    expect(stderr).toContain(`greenroom reply ${session!.sessionId}`);
    expect(session!.status).toBe('waiting');
  });

  it('rejects what is asked', async () => {
    const { run } = await begin();
    const { stdout, stderr, exitCode } = await run(['mock', 'permission', '--on-request', 'reject']);
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/✗ Rejected: echo mock[\s\S]*✗ Rejected: mock\.txt/);
    const question = await run(['mock', 'question', '--on-request', 'reject', '--json']);
    expect(question.exitCode).toBe(0);
    expect(question.stdout).toContain('"status":"rejected"');
  });

  it('waits until somebody else answers', async () => {
    const { daemon, cwd, env } = await begin();
    const child = execa('node', [main, 'run', 'mock', 'question', '--on-request', 'wait', '--json'], {
      ...{ reject: false, cwd, env, stdin: 'ignore' },
    });
    const events: UniversalEvent[] = [];
    for await (const line of child) {
      const event = JSON.parse(String(line)) as UniversalEvent;
      events.push(event);
      if (event.type !== 'question.requested') continue;
      const path = `/v1/sessions/${event.session_id}/questions/${event.data.question_id}`;
      await daemon.call('POST', `${path}/reply`, { answers: event.data.questions.map(() => ['Red']) });
    }
    expect((await child).exitCode).toBe(0);
    expect(events.filter(({ type }) => type === 'question.resolved')).toHaveLength(2);
  });

  it('goes on in a session', async () => {
    const { run, daemon, sessions } = await begin();
    await daemon.create('known');
    await daemon.say('known', 'echo before');
    const { stdout, exitCode } = await run(['--session', 'known', 'echo after']);
    expect([exitCode, stdout]).toEqual([0, 'after']);
    expect(await sessions()).toHaveLength(1);
    expect((await run(['--session', 'nobody', 'hello'])).exitCode).toBe(5);
  });

  it.each([[[]], [['--json']]])('does not wait in a session that waits for an answer %j', async (more) => {
    const { run, daemon } = await begin();
    await daemon.create('asking');
    const client = await daemon.connect();
    await client.call('session/subscribe', { sessionId: 'asking' });
    await daemon.say('asking', 'permission');
    await client.event('asking', 'permission.requested');
    const { exitCode, stderr } = await run(['--session', 'asking', 'echo later', ...more]);
    expect(exitCode).toBe(7);
    expect(stderr).toContain('permission: echo mock');
  });

  it('creates the session as it is told', async () => {
    const { run, sessions } = await begin();
    const folder = await tempFolder();
    const options = ['-C', folder, '--title', 'A title', '--mode', 'acceptEdits', '--model', 'mock-mini'];
    expect((await run(['mock', 'echo hi', ...options, '--env', 'NAME=value'])).exitCode).toBe(0);
    expect(await sessions()).toMatchObject([
      { directory: folder, title: 'A title', permissionMode: 'acceptEdits', model: 'mock-mini' },
    ]);
    expect((await run(['mock', 'hi', '--env', 'nothing'])).exitCode).toBe(2);
    expect((await run(['nobody-knows', 'hi', '--agent', 'nobody-knows'])).exitCode).toBe(1);
  });

  it('sends files', async () => {
    const { run, cwd } = await begin();
    await writeFile(join(cwd, 'notes.txt'), 'remember the milk');
    const { stdout, exitCode } = await run(['mock', 'echo read', '--attach', 'notes.txt', '--json']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('notes.txt');
    const missing = await run(['mock', 'echo read', '--attach', 'missing.txt']);
    expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringContaining('missing.txt')]);
  });

  it('refuses a conversation', async () => {
    const { cwd, env } = await begin();
    const chat = await execa('node', [main, 'chat', 'mock'], { reject: false, cwd, env, input: '' });
    expect([chat.exitCode, chat.stderr]).toEqual([2, expect.stringContaining('needs a terminal')]);
  });

  it('prints the conversation of a session that it attaches to', async () => {
    const { daemon, cwd, env } = await begin();
    await daemon.create('over');
    const client = await daemon.connect();
    await client.call('session/subscribe', { sessionId: 'over' });
    await daemon.say('over', 'tool');
    await client.event('over', 'turn.ended');
    await daemon.call('POST', '/v1/sessions/over/terminate');
    const { stdout, stderr, exitCode } = await execa('node', [main, 'attach', 'over'], {
      cwd,
      env,
      input: '',
    });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/› tool\n[\s\S]*✓ ⌕ Search example\n[\s\S]*Session terminated/);
    expect(stdout).not.toMatch(/[^\P{Cc}\n]/u);
  });

  it('ends silently when nobody reads its output any more', async () => {
    const { cwd, env } = await begin();
    const command = `node '${main}' run mock 'burst 20000 100' --json </dev/null | head -1 >/dev/null`;
    const { stderr } = await execa('bash', ['-c', `${command}; echo "\${PIPESTATUS[0]}" >&2`], { cwd, env });
    expect(stderr).toBe('141');
  });

  it('interrupts the turn at SIGINT', async () => {
    const { cwd, env } = await begin();
    const child = execa('node', [main, 'run', 'mock', 'sleep 600000', '--json'], {
      ...{ reject: false, cwd, env, stdin: 'ignore' },
    });
    for await (const line of child) {
      if ((JSON.parse(String(line)) as UniversalEvent).type === 'turn.started') child.kill('SIGINT');
    }
    expect((await child).exitCode).toBe(130);
  });
});
