import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionInfo } from '../../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../../support/daemon.js';
import { daemonProcess } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';
import { hasTmux, Tmux } from '../../support/tmux.js';

async function open(daemon: TestDaemon, args: readonly string[], cwd?: string): Promise<Tmux> {
  const env = { GREENROOM_URL: daemon.url, GREENROOM_DATA: daemon.dataFolder };
  return Tmux.greenroom({ args, cwd: cwd ?? (await tempFolder()), env });
}

async function chat(cwd?: string) {
  const daemon = await testDaemon();
  const terminal = await open(daemon, ['chat', 'mock'], cwd);
  await terminal.shows('/help for commands');
  await terminal.shows('› Message');
  return { daemon, terminal };
}

async function say(terminal: Tmux, text: string): Promise<void> {
  await terminal.type(text);
  await terminal.keys('Enter');
}

const sessionsOf = async (daemon: TestDaemon) =>
  (await daemon.call<{ sessions: SessionInfo[] }>('GET', '/v1/sessions')).sessions;

describe.skipIf(!hasTmux)('greenroom chat', () => {
  it('sends messages and shows the answers', async () => {
    const { terminal } = await chat();
    await say(terminal, 'echo first answer');
    await terminal.shows(/› echo first answer\n\nfirst answer\n\nCompleted/);
    await say(terminal, 'echo second answer');
    await terminal.shows(/\nsecond answer\n/);
    await terminal.keys('C-d');
    expect(await terminal.exitCode()).toBe(0);
    expect(await terminal.history()).toMatch(/The session stays; come back with: greenroom attach sess_\w+/);
  });

  it('queues what is sent during a turn, and interrupts it on Ctrl-C', async () => {
    const { terminal } = await chat();
    await say(terminal, 'sleep 600000');
    await terminal.shows('Working');
    await say(terminal, 'echo later');
    await terminal.shows('› echo later (queued)');
    await say(terminal, '/queue');
    await terminal.shows('1  echo later');
    await terminal.keys('C-c');
    await terminal.shows(/Interrupted[\s\S]*› echo later\n\nlater\n\nCompleted/);
    await terminal.hides('(queued)');
  });

  it('takes a message back from the queue', async () => {
    const { terminal } = await chat();
    await say(terminal, 'sleep 600000');
    await terminal.shows('Working');
    await say(terminal, 'echo never');
    await terminal.shows('(queued)');
    await say(terminal, '/queue drop 1');
    await terminal.shows('Taken back: echo never');
    await terminal.hides('(queued)');
    await say(terminal, '/interrupt');
    await terminal.shows('Interrupted');
  });

  it('interrupts sub-agents when no turn runs', async () => {
    const { terminal } = await chat();
    await say(terminal, 'background talk 1000000');
    await terminal.shows(/Completed[\s\S]*1 sub-agent/);
    await terminal.keys('C-c');
    await terminal.shows('✗ Stopped: ');
  });

  it('edits lines, several of them, and brings earlier ones back', async () => {
    const { terminal } = await chat();
    await terminal.type('echo one\\');
    await terminal.keys('Enter');
    await terminal.type('two');
    await terminal.keys('M-Enter');
    await terminal.type('thre');
    await terminal.keys('Left', 'Left', 'C-e');
    await say(terminal, 'e');
    await terminal.shows(/› echo one\n {2}two\n {2}three\n\n/);
    await terminal.shows('Completed');
    await terminal.type('a draft');
    await terminal.keys('Up');
    await terminal.shows(/Completed[\s\S]*› echo one\n {2}two\n {2}three$/);
    await terminal.keys('Down', 'Down', 'Down');
    await terminal.shows(/› a draft$/);
    await terminal.keys('C-u');
    await terminal.shows(/› Message$/);
  });

  it('pastes several lines as one message', async () => {
    const { terminal } = await chat();
    await terminal.paste('echo pasted\nline');
    await terminal.shows(/› echo pasted\n {2}line$/);
    await terminal.keys('Enter');
    await terminal.shows(/\npasted line\n/);
  });

  it('has commands of its own, and passes others on', async () => {
    const cwd = await tempFolder();
    const { terminal, daemon } = await chat(cwd);
    await say(terminal, '/help');
    await terminal.shows('/interrupt');
    await say(terminal, 'tool');
    await terminal.shows('Completed');
    await say(terminal, '/model mock-mini');
    await terminal.shows('Model: mock-mini');
    await say(terminal, '/model');
    await terminal.shows('› mock-mini');
    await say(terminal, '/mode plan');
    await terminal.shows('Permission mode: plan');
    await say(terminal, '/mode');
    await terminal.shows('› plan');
    await say(terminal, '/status');
    await terminal.shows(/model +mock-mini/);
    await say(terminal, '/diff');
    await terminal.shows(/\+1 -1[\s\S]*\+1 -1/);
    await say(terminal, '/export talk.md');
    await terminal.shows('Written to talk.md');
    expect(await readFile(join(cwd, 'talk.md'), 'utf8')).toContain('tool');
    await say(terminal, '/mode nonsense');
    await terminal.shows(/nonsense/);
    await say(terminal, '/unknown word');
    await terminal.shows(/› \/unknown word/);
    await say(terminal, '/quit');
    expect(await terminal.exitCode()).toBe(0);
    expect(await sessionsOf(daemon)).toMatchObject([{ model: 'mock-mini', permissionMode: 'plan' }]);
  });

  it('does not take what is being typed for an answer', async () => {
    const { terminal } = await chat();
    await say(terminal, 'sleep 600000');
    await terminal.shows('Working');
    await say(terminal, 'permission');
    await terminal.shows('(queued)');
    await terminal.type('my ');
    await terminal.keys('C-c');
    await terminal.shows('Tab answers this');
    await terminal.type('yay');
    await terminal.shows('› my yay');
    await terminal.keys('Tab', 'y');
    await terminal.shows('✓ Allowed once: echo mock');
    await terminal.shows('› my yay');
  });

  it('leaves after Ctrl-C twice, and deletes a session in which nothing was said', async () => {
    const { terminal, daemon } = await chat();
    await terminal.keys('C-c');
    await terminal.shows('Ctrl-C again leaves');
    await terminal.keys('C-c');
    expect(await terminal.exitCode()).toBe(0);
    expect(await sessionsOf(daemon)).toEqual([]);
    expect(await terminal.history()).not.toContain('The session stays');
  });

  it('says when the session ends', async () => {
    const { terminal } = await chat();
    await say(terminal, 'end');
    expect(await terminal.exitCode()).toBe(0);
    expect(await terminal.history()).toContain('Session completed');
  });

  it('is drawn anew when the terminal changes its size', async () => {
    const { terminal } = await chat();
    await say(terminal, 'echo a text of some words');
    await terminal.shows('Completed');
    await terminal.type('something that is typed');
    await terminal.resize(30, 20);
    await terminal.shows(/› something that is typed$/);
    await terminal.resize(100, 30);
    await terminal.keys('C-u');
    await terminal.shows(/› Message$/);
    expect((await terminal.screen()).match(/something that is typed/g)).toBeNull();
  });
});

describe.skipIf(!hasTmux)('greenroom attach', () => {
  it('shows the last part of a long conversation, and goes on', async () => {
    const daemon = await testDaemon();
    await daemon.create('long');
    const client = await daemon.connect();
    await client.call('session/subscribe', { sessionId: 'long' });
    let from = 1;
    for (const text of ['echo the beginning', 'burst 3000', 'echo the end']) {
      await daemon.say('long', text);
      from = (await client.event('long', 'turn.ended', from)).sequence + 1;
    }
    const terminal = await open(daemon, ['attach', 'long']);
    await terminal.shows(/› echo the end\n\nthe end\n\nCompleted/);
    expect(await terminal.history()).not.toContain('› echo the beginning');
    await say(terminal, 'echo and on');
    await terminal.shows(/\nand on\n/);
  });

  it('asks what was asked before, and shows who answered', async () => {
    const daemon = await testDaemon();
    await daemon.create('asking');
    await daemon.say('asking', 'permission');
    const [one, two] = [await open(daemon, ['attach', 'asking']), await open(daemon, ['attach', 'asking'])];
    await Promise.all([one.shows('Allow: Run?'), two.shows('Allow: Run?')]);
    await one.keys('y');
    await one.shows(/✓ Allowed once: echo mock/);
    await two.shows(/✓ Allowed once by \S+: echo mock/);
    await two.shows('Allow: Edit?');
    await two.keys('n');
    await one.shows(/✗ Rejected by \S+: mock\.txt/);
    await one.hides('Allow: Edit?');
  });

  it('only looks on if it is told so', async () => {
    const daemon = await testDaemon();
    await daemon.create('watched');
    await daemon.say('watched', 'permission');
    const terminal = await open(daemon, ['attach', 'watched', '--read-only']);
    await terminal.shows('Waiting for you');
    await terminal.keys('y', 'C-c');
    expect(await terminal.exitCode()).toBe(0);
    expect(await daemon.call('GET', '/v1/sessions/watched')).toMatchObject({ status: 'waiting' });
  });

  it('shows a session that has ended', async () => {
    const daemon = await testDaemon();
    await daemon.create('over');
    await daemon.say('over', 'echo last words');
    await daemon.call('POST', '/v1/sessions/over/terminate');
    const terminal = await open(daemon, ['attach', 'over']);
    expect(await terminal.exitCode()).toBe(0);
    expect(await terminal.history()).toMatch(/last words[\s\S]*Session terminated/);
  });

  it('refuses an unknown session', async () => {
    const daemon = await testDaemon();
    const terminal = await open(daemon, ['attach', 'nobody']);
    expect(await terminal.exitCode()).toBe(5);
  });

  it('shows that the daemon went away, and goes on when it is back', async () => {
    const first = await daemonProcess();
    await first.daemon.create('stays');
    const terminal = await open(first.daemon, ['attach', 'stays']);
    await terminal.shows('› Message');
    await say(terminal, 'echo before');
    await terminal.shows(/\nbefore\n/);
    const port = new URL(first.daemon.url).port;
    first.child.kill('SIGTERM');
    await first.child;
    await terminal.shows('Connection lost');
    await daemonProcess({ dataFolder: first.dataFolder, args: ['--port', port] });
    await terminal.shows('Connected again.');
    await say(terminal, 'echo after');
    await terminal.shows(/\nafter\n/);
  });
});
