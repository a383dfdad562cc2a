import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasBubblewrap, unlessThere } from '../support/bubblewrap.js';
import { testDaemon } from '../support/daemon.js';
import { daemonProcess, greenroom } from '../support/program.js';
import { tempFolder } from '../support/temp-folder.js';
import { turn } from '../support/turns.js';
import { commandOutput } from './command-output.js';

/** A PATH on which there is node, and nothing else. */
async function withoutBubblewrap(): Promise<{ PATH: string }> {
  const folder = await tempFolder();
  await symlink(process.execPath, join(folder, 'node'));
  return { PATH: folder };
}

const OWNER = 'the-owners-token';

describe('where bubblewrap is missing', () => {
  it('the daemon starts with a warning that names the command to install it', async () => {
    const { child, daemon } = await daemonProcess({ isolate: 'process', env: await withoutBubblewrap() });
    await daemon.create('one');
    child.kill('SIGTERM');
    const { stderr } = await child;
    expect(String(stderr)).toMatch(
      /Agents run without isolation.*bubblewrap is not installed; run: \S+ .*bubblewrap/,
    );
  });

  it.each(['require', 'strict'])('--isolate %s refuses to start', async (mode) => {
    const args = ['server', '--port', '0', '--data', await tempFolder(), '--isolate', mode];
    const { exitCode, stderr } = await greenroom(args, await withoutBubblewrap());
    expect([exitCode, stderr]).toEqual([
      expect.any(Number),
      expect.stringContaining('bubblewrap is not installed'),
    ]);
    expect(exitCode).not.toBe(0);
  });
});

it('--isolate require refuses --no-token, with which any agent could approve', async () => {
  const args = ['server', '--port', '0', '--no-token', '--data', await tempFolder(), '--isolate', 'require'];
  const { exitCode, stderr } = await greenroom(args);
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('--no-token');
});

it('the mode may come from the environment', async () => {
  const args = ['server', '--port', '0', '--no-token', '--data', await tempFolder()];
  const { stderr } = await greenroom(args, { GREENROOM_ISOLATE: 'require' });
  expect(stderr).toContain('--no-token');
});

describe.runIf(hasBubblewrap)(`an isolated agent${unlessThere}`, () => {
  it.each(['process', 'strict'] as const)('does not see the key of secrets under %s', async (isolate) => {
    const file = join(await tempFolder(), 'key');
    await writeFile(file, 'k'.repeat(32), { mode: 0o600 });
    const { daemon } = await daemonProcess({ isolate, args: ['--secret-key-file', file] });
    await daemon.create('one');
    const events = await turn(daemon, 'one', `shell cat ${file} | wc -c`);
    expect(commandOutput(events).trim().split('\n').at(-1)).toBe('0');
  });

  it('does not see the file of the token', async () => {
    const file = join(await tempFolder(), 'token');
    await writeFile(file, `${OWNER}\n`, { mode: 0o600 });
    const { daemon } = await daemonProcess({
      isolate: 'process',
      token: OWNER,
      args: ['--token-file', file],
    });
    await daemon.create('one');
    const events = await turn(daemon, 'one', `shell cat ${file} | wc -c`);
    expect(commandOutput(events).trim().split('\n').at(-1)).toBe('0');
  });

  it.each(['process', 'strict', 'require'] as const)('works under %s', async (isolate) => {
    const given = isolate === 'require' ? { token: OWNER, args: ['--token', OWNER] } : {};
    const { daemon } = await daemonProcess({ ...given, isolate });
    await daemon.create('one');
    const events = await turn(daemon, 'one', 'shell ls /proc | grep -c "^[0-9]"');
    expect(Number(commandOutput(events))).toBeLessThan(12);
  });

  it('remembers its conversation, and is started again after its process was killed', async () => {
    const { daemon } = await daemonProcess({ isolate: 'process', args: ['--on-agent-exit', 'resume'] });
    await daemon.create('one');
    await turn(daemon, 'one', 'echo first');
    await turn(daemon, 'one', 'crash 3');
    const events = await turn(daemon, 'one', 'echo second');
    expect(events.at(-1)).toMatchObject({ data: { metadata: { outcome: 'completed' } } });
  });

  it('cannot work in the data folder, which it does not see', async () => {
    const dataFolder = await tempFolder();
    const daemon = await testDaemon({ isolate: 'process', dataFolder, directory: dirname(dataFolder) });
    const response = await daemon.fetch('POST', '/v1/sessions/one', { agent: 'mock', directory: dataFolder });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('isolated agents'),
    ]);
  });

  it('reads the files that were attached to its session, and not those of another', async () => {
    const directory = await tempFolder();
    const daemon = await testDaemon({ isolate: 'process', directory });
    const attach = async (id: string) => {
      await daemon.create(id);
      return daemon.call<{ path: string }>(
        'POST',
        `/v1/sessions/${id}/attachments?filename=a.txt`,
        `of ${id}`,
      );
    };
    const [own, other] = [await attach('one'), await attach('two')];
    const events = await turn(daemon, 'one', `shell cat ${own.path} ${other.path}`);
    expect(commandOutput(events)).toContain('of one');
    expect(commandOutput(events)).toContain('No such file');
    expect(commandOutput(events)).not.toContain('of two');
  });

  it('gets the variables that it needs, and none of the others', async () => {
    const directory = await tempFolder();
    const env = { ...process.env, DATABASE_URL: 'secret', EXTRA: 'yes' };
    const daemon = await testDaemon({ isolate: 'process', directory, env, passEnv: ['EXTRA'] });
    await daemon.create('one');
    const events = await turn(daemon, 'one', 'shell echo $DATABASE_URL $EXTRA');
    expect(commandOutput(events).trim()).toBe('yes');
  });

  it('under strict sees nothing of the home but its own folder', async () => {
    const home = await tempFolder();
    const directory = join(home, 'project');
    await mkdir(directory);
    await mkdir(join(home, 'private'));
    const daemon = await testDaemon({ isolate: 'strict', directory, env: { ...process.env, HOME: home } });
    await daemon.create('one');
    expect(commandOutput(await turn(daemon, 'one', `shell ls ${home}`)).trim()).toBe('project');
  });
});
