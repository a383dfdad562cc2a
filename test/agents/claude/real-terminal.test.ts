import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasTmux, Tmux } from '../../support/tmux.js';
import { driver } from './driver.js';

const { cues } = driver;

/** `greenroom` in a terminal, beside a daemon that runs the real program. */
async function terminalOf(args: (directory: string) => string[]) {
  const { stage, env } = await driver.open();
  onTestFinished(async () => void (await stage.close()));
  const daemon = await stage.daemon({ env });
  const cwd = await stage.workspace();
  const terminal = await Tmux.greenroom({
    args: args(cwd),
    cwd,
    enter: stage.network.enter,
    env: { GREENROOM_DATA: daemon.dataFolder },
  });
  return { terminal, cwd };
}

describe.skipIf(!hasTmux || !driver.isAvailable())('the command line with the real program', () => {
  it('runs a command that it was allowed by key', async () => {
    const { command, message } = cues.askedCommand('echo from the shell > proof.txt');
    const { terminal, cwd } = await terminalOf(() => ['run', 'claude', message]);
    await terminal.shows(/Allow: Run\?/);
    expect(await terminal.screen()).toContain(command);
    await terminal.keys('y');
    expect(await terminal.exitCode()).toBe(0);
    expect(await terminal.history()).toMatch(/✓ Allowed once: [\s\S]*✓ \$ Run [\s\S]*Completed · /);
    expect(await readFile(join(cwd, 'proof.txt'), 'utf8')).toBe('from the shell\n');
  });

  it('is interrupted, asked and answered in one conversation', async () => {
    const { terminal } = await terminalOf(() => ['chat', 'claude']);
    await terminal.shows('› Message');
    await terminal.type(cues.hold.message);
    await terminal.keys('Enter');
    await terminal.shows(/Working · [\s\S]*Ctrl-C interrupts/);
    await terminal.keys('C-c');
    await terminal.shows('Interrupted · ');
    await terminal.type(cues.question?.message ?? '');
    await terminal.keys('Enter');
    await terminal.shows(/Question[\s\S]*1 /);
    await terminal.keys('1');
    await terminal.shows(/✓ .*[\s\S]*Completed · /);
    await terminal.keys('C-d');
    expect(await terminal.exitCode()).toBe(0);
  });
});
