import { describe, expect, it } from 'vitest';
import { bringingFolder } from '../../support/bringing-folder.js';
import { testDaemon } from '../../support/daemon.js';
import { tempFolder } from '../../support/temp-folder.js';
import { hasTmux, Tmux } from '../../support/tmux.js';

/** Runs `greenroom run` in a terminal, against a daemon of the test. */
async function begin(
  args: readonly string[],
  more: { before?: string; env?: Record<string, string>; columns?: number } = {},
) {
  const daemon = await testDaemon();
  const cwd = await tempFolder();
  const env = { GREENROOM_URL: daemon.url, GREENROOM_DATA: daemon.dataFolder, ...more.env };
  const terminal = await Tmux.greenroom({ ...more, args: ['run', ...args], cwd, env });
  return { daemon, terminal, cwd };
}

async function onlySession(daemon: Awaited<ReturnType<typeof testDaemon>>) {
  const { sessions } = await daemon.call<{ sessions: { sessionId: string; status: string }[] }>(
    'GET',
    '/v1/sessions',
  );
  expect(sessions).toHaveLength(1);
  return sessions[0]!;
}

describe.skipIf(!hasTmux)('greenroom run in a terminal', () => {
  it('shows a turn with Markdown, tools and changes, and ends with its outcome', async () => {
    const { terminal } = await begin(['mock', 'tool']);
    expect(await terminal.exitCode()).toBe(0);
    const shown = await terminal.history();
    expect(shown).toMatch(/✓ ⌕ Search example\n +⎿ src\/example\.ts/);
    expect(shown).toMatch(
      /src\/example\.ts \+1 -1\n +1 - export const example = 1;\n +1 \+ export const example = 2;/,
    );
    expect(shown).toMatch(/Completed · mock-1 · .*tokens/);
    expect(shown).toMatch(/greenroom attach sess_\w+/);
    // The prompt is what the user has just typed, and each result is shown once.
    expect(shown).not.toContain('› tool');
    expect(shown.match(/export const example = 2/g)).toHaveLength(1);
  });

  it('lays out Markdown', async () => {
    const { terminal } = await begin(['mock', 'markdown']);
    expect(await terminal.exitCode()).toBe(0);
    const shown = await terminal.history();
    expect(shown).toContain('• first\n• second\n  ◦ nested');
    expect(shown).toContain('mock       │     13');
    expect(shown).not.toContain('**');
  });

  it.each([40, 120])('prints everything once and whole at %i columns', async (columns) => {
    const { terminal } = await begin(['mock', 'burst 400 12'], { columns });
    expect(await terminal.exitCode()).toBe(0);
    const numbers = [...(await terminal.history()).replaceAll(/\s/g, '').matchAll(/(\d+):/g)].map(([, n]) =>
      Number(n),
    );
    expect(numbers).toEqual(Array.from({ length: 400 }, (_, index) => index + 1));
  });

  it('asks for permissions with single keys', async () => {
    const { terminal } = await begin(['mock', 'permission']);
    await terminal.shows(/Allow: Run\?\n│ echo mock\n/);
    await terminal.keys('?');
    await terminal.shows('allows this from now on: all commands in this conversation');
    await terminal.keys('y');
    await terminal.shows('✓ Allowed once: echo mock');
    await terminal.shows(/Allow: Edit\?[\s\S]*y once/);
    await terminal.keys('d');
    await terminal.shows(/mock\.txt \+1 new file[\s\S]*mock\.txt \+1 new file/);
    await terminal.keys('n');
    expect(await terminal.exitCode()).toBe(0);
    const shown = await terminal.history();
    expect(shown).toContain('✗ Rejected: mock.txt');
    expect(shown).toMatch(/✗ ✎ Edit mock\.txt {2}failed/);
    expect(shown).not.toContain('y once');
  });

  it('offers no other replies than the request does', async () => {
    const { terminal } = await begin(['mock', 'List files in the current directory using available tools.']);
    await terminal.shows(/y once/);
    const shown = await terminal.screen();
    await terminal.keys('x', 'd', 'y');
    expect(await terminal.exitCode()).toBe(0);
    expect(shown).not.toContain('d diff');
  });

  it('asks questions with digits, marks and texts', async () => {
    const { terminal } = await begin(['mock', 'question']);
    await terminal.shows(/Choose a color\n.*1 Red\n.*2 Blue/);
    await terminal.keys('t');
    await terminal.shows('type your answer');
    await terminal.type('Green y');
    await terminal.keys('Enter');
    await terminal.shows('✓ Choose a color Green y');
    await terminal.shows('Question 1 of 2');
    await terminal.keys('1');
    await terminal.shows('Question 2 of 2');
    await terminal.keys('1', '3', '1');
    await terminal.shows('3 ☑ Basil');
    await terminal.keys('Enter');
    expect(await terminal.exitCode()).toBe(0);
    expect(await terminal.history()).toContain('✓ Choose toppings Basil');
  });

  it('declines to answer', async () => {
    const { terminal } = await begin(['mock', 'question']);
    await terminal.shows('Choose a color');
    await terminal.keys('n');
    await terminal.shows('✗ Declined to answer: Choose a color');
    await terminal.shows('Question 1 of 2');
    await terminal.keys('n');
    expect(await terminal.exitCode()).toBe(0);
  });

  it('interrupts the turn on Ctrl-C', async () => {
    const { terminal } = await begin(['mock', 'sleep 600000']);
    await terminal.shows('Working');
    await terminal.keys('C-c');
    expect(await terminal.exitCode()).toBe(130);
    expect(await terminal.history()).toMatch(/Interrupted · /);
  });

  it('leaves the session running when Ctrl-C is pressed twice', async () => {
    const { terminal, daemon } = await begin(['mock', 'hang']);
    await terminal.shows('Working');
    await terminal.keys('C-c', 'C-c');
    expect(await terminal.exitCode()).toBe(10);
    const { sessionId } = await onlySession(daemon);
    expect(await terminal.history()).toContain(
      `The session goes on; see it with: greenroom attach ${sessionId}`,
    );
    expect((await daemon.events(sessionId)).at(-1)?.type).not.toBe('session.ended');
  });

  it('asks whether a folder is trusted, and shows what it brings', async () => {
    const { directory: cwd } = await bringingFolder();
    const daemon = await testDaemon({ trust: 'ask' });
    const env = { GREENROOM_URL: daemon.url, GREENROOM_DATA: daemon.dataFolder };
    const terminal = await Tmux.greenroom({ args: ['run', 'mock', 'echo trusted'], cwd, env });
    await terminal.shows(/Trust this folder\?\n(│ .*\n)*│ \S*settings\.json\n[\s\S]*y once/);
    await terminal.keys('y');
    expect(await terminal.exitCode()).toBe(0);
    expect(await terminal.history()).toMatch(/\ntrusted\n/);
  });

  it('says what to do about an error', async () => {
    const { terminal } = await begin(['mock', 'error']);
    expect(await terminal.exitCode()).toBe(6);
    expect(await terminal.history()).toMatch(/✗ Error \(Agent error\): .*\n[\s\S]*Failed · /);
  });

  it('shows a session that ends before its turn', async () => {
    const { terminal } = await begin(['mock', 'crash 3']);
    expect(await terminal.exitCode()).toBe(6);
    expect(await terminal.history()).toMatch(/Session failed \(ended by the agent, exit code 3\)/);
  });

  it('shows what was answered elsewhere, and by whom', async () => {
    const { terminal, daemon } = await begin(['mock', 'permission']);
    await terminal.shows(/Allow: Run/);
    const { sessionId } = await onlySession(daemon);
    const path = `/v1/sessions/${sessionId}`;
    const { permissions } = await daemon.call<{ permissions: { permission_id: string }[] }>(
      'GET',
      `${path}/requests`,
    );
    await daemon.call('POST', `${path}/permissions/${permissions[0]!.permission_id}/reply`, {
      reply: 'once',
    });
    await terminal.shows(/✓ Allowed once by \S+: echo mock/);
    await terminal.shows(/Allow: Edit/);
  });

  it('takes its prompt from a pipe, and answers from the keyboard', async () => {
    const { terminal } = await begin(['mock'], { before: 'echo permission |' });
    await terminal.shows(/Allow: Run/);
    await terminal.keys('y');
    await terminal.shows(/Allow: Edit/);
    await terminal.keys('y');
    expect(await terminal.exitCode()).toBe(0);
  });

  it.each([
    ['NO_COLOR', '1'],
    ['TERM', 'dumb'],
  ])('moves no cursor and has no colours with %s=%s', async (name, value) => {
    const env = { [name]: value };
    const { terminal } = await begin(['mock', 'permission'], { env });
    await terminal.shows(/Allow: Run[\s\S]*y once/);
    await terminal.keys('y');
    await terminal.shows(/Allow: Edit[\s\S]*y once/);
    await terminal.keys('y');
    expect(await terminal.exitCode()).toBe(0);
    const shown = await terminal.history();
    expect(shown).toContain('✓ Allowed once: echo mock');
    expect(shown).not.toContain('Working');
  });

  it('has no text of the agent that controls the terminal', async () => {
    const { terminal } = await begin(['mock', "shell printf '\\033]0;owned\\007\\033[2Jafter\\033[31mred'"]);
    await terminal.shows(/y once|Completed/);
    await terminal.keys('y');
    expect(await terminal.exitCode()).toBe(0);
    expect(await terminal.history()).toMatch(/⎿ afterred/);
  });
});
