import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { portArguments } from '../../../src/cli/daemon/free-port.js';
import { runningDaemon } from '../../../src/cli/daemon/running-daemon.js';
import { EXIT } from '../../../src/cli/exit-codes.js';
import type { Configuration } from '../../../src/configuration/index.js';
import { shellProgram } from '../../support/executable.js';
import { greenroom } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';
import { status } from './server.js';

interface Up {
  url: string;
  pid: number;
  log: string;
  started: boolean;
}

/** A data folder whose daemon is killed when the test ends. */
async function folder() {
  const data = await tempFolder();
  onTestFinished(() => {
    const running = runningDaemon(data);
    if (running) process.kill(running.pid, 'SIGKILL');
  });
  const run = (...args: string[]) => greenroom([...args, '--data', data], { GREENROOM_PORT: '0' });
  const up = async (...args: string[]) => {
    const { stdout, stderr } = await run('up', '--json', ...args);
    expect(stdout, stderr).not.toBe('');
    return JSON.parse(stdout) as Up;
  };
  return { data, run, up };
}

describe('a daemon in the background', () => {
  it('is started once, with the options that were given, and stopped', async () => {
    const { data, run, up } = await folder();
    const started = await up('--no-token');
    expect(started).toMatchObject({ started: true, log: join(data, 'daemon.log') });
    expect(await status(started.url)).toBe(200);
    expect(await up()).toMatchObject({ started: false, pid: started.pid, url: started.url });
    const down = await run('down');
    expect(down).toMatchObject({ exitCode: 0, stdout: `✓ the daemon (pid ${started.pid}) was stopped` });
    await expect(status(started.url)).rejects.toThrow();
    expect((await run('down')).stdout).toBe(`no daemon runs on the data folder ${data}`);
  });

  it('is started by one of several commands that need it at the same moment', async () => {
    const { up } = await folder();
    const [one, two] = await Promise.all([up(), up()]);
    expect(one.pid).toBe(two.pid);
  });

  it('is started after one that was killed', async () => {
    const { up, run } = await folder();
    const { pid } = await up();
    process.kill(pid, 'SIGKILL');
    await expect.poll(async () => (await run('status')).exitCode).toBe(EXIT.unreachable);
    expect(await up()).toMatchObject({ started: true });
  });

  it('writes its log, without the token, to a file that does not grow without end', async () => {
    const { data, up, run } = await folder();
    const { log } = await up();
    const text = await readFile(log, 'utf8');
    expect(text).toContain('listening');
    expect(text).not.toContain((await readFile(join(data, 'token'), 'utf8')).trim());
    expect((await run('status', '--log')).stdout).toMatch(/\d\d:\d\d:\d\d info listening/);
    await run('down');
    await writeFile(log, '');
    await appendFile(log, `${'x'.repeat(99)}\n`.repeat(110_000));
    await up();
    expect((await readFile(`${log}.1`, 'utf8')).length).toBeGreaterThan(10_000_000);
    expect((await readFile(log)).length).toBeLessThan(10_000);
  });

  it('says why it cannot start, with the end of its log', async () => {
    const { data, run } = await folder();
    const { exitCode, stderr, stdout } = await run('up', '--host', '192.0.2.1');
    expect([exitCode, stdout]).toEqual([EXIT.failure, '']);
    expect(stderr).toContain(
      `greenroom: the daemon could not start; the end of its log, ${data}/daemon.log:`,
    );
    expect(stderr).toContain('192.0.2.1 is not an address of this machine');
  });

  it('fails if a port that was chosen is taken, and finds another for the usual one', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    const { run } = await folder();
    const { exitCode, stderr } = await run('up', '--port', String(port));
    expect([exitCode, stderr]).toEqual([
      EXIT.failure,
      expect.stringContaining(`port ${port} on 127.0.0.1 is already in use`),
    ]);
    const taking = (isChosen: boolean) =>
      portArguments({
        settings: { port, host: '127.0.0.1' } as Configuration['settings'],
        isChosen: () => isChosen,
      });
    expect(await taking(true)).toEqual([]);
    expect(await taking(false)).toEqual(['--port', '0']);
  });

  it('is killed with --force if it does not stop in time, and otherwise goes on', async () => {
    const { up, run } = await folder();
    const { pid } = await up();
    process.kill(pid, 'SIGSTOP');
    const patient = await run('down', '--timeout', '10ms');
    expect(patient.exitCode).toBe(EXIT.failure);
    expect(patient.stderr).toContain('greenroom down --force');
    const forced = await run('down', '--timeout', '10ms', '--force');
    expect(forced).toMatchObject({ exitCode: 0, stdout: `✓ the daemon (pid ${pid}) was killed` });
  });
});

describe('greenroom status', () => {
  it('shows what runs, for people and as JSON', async () => {
    const { data, up, run } = await folder();
    const { url, pid } = await up('--no-token');
    await fetch(`${url}/v1/sessions/one`, { method: 'POST', body: JSON.stringify({ agent: 'mock' }) });
    const { stdout, exitCode } = await run('status');
    expect(exitCode).toBe(0);
    for (const text of [url, String(pid), data, '1 session: 1 idle', 'daemon.log'])
      expect(stdout).toContain(text);
    expect(JSON.parse((await run('status', '--json')).stdout)).toMatchObject({
      running: true,
      url,
      pid,
      sessions: { idle: 1 },
    });
    const remote = await greenroom(['status', '--url', url, '--json']);
    const found = JSON.parse(remote.stdout) as object;
    expect(found).toMatchObject({ running: true, sessions: { idle: 1 } });
    expect(found).not.toHaveProperty('pid');
  });

  it('has an exit code of its own if nothing runs', async () => {
    const { run } = await folder();
    expect(await run('status')).toMatchObject({ exitCode: EXIT.unreachable });
    expect(JSON.parse((await run('status', '--json')).stdout)).toMatchObject({ running: false });
  });
});

describe('greenroom open', () => {
  it('starts a daemon if none runs, and prints a link that signs a browser in', async () => {
    const { run } = await folder();
    const { stdout } = await run('open', '--print');
    const { origin, hash } = new URL(stdout);
    const body = JSON.stringify({ code: hash.replace('#pair=', '') });
    const response = await fetch(`${origin}/v1/pairings/exchange`, { method: 'POST', body });
    const { token } = (await response.json()) as { token: string };
    expect(await status(origin, token)).toBe(200);
  });

  it('gives the link to the browser that BROWSER names, and prints it if that fails', async () => {
    const { data, up } = await folder();
    const { url } = await up('--no-token');
    await fetch(`${url}/v1/sessions/a-b`, { method: 'POST', body: JSON.stringify({ agent: 'mock' }) });
    const seen = join(data, 'seen');
    const browser = await shellProgram(`echo "$1" > '${seen}'`);
    const args = ['open', 'a-b', '--data', data];
    const opened = await greenroom(args, { BROWSER: browser });
    expect(opened.stdout).toContain(`✓ opened ${url}/ui/`);
    expect(await readFile(seen, 'utf8')).toBe(`${url}/ui/#/s/a-b\n`);
    const failed = await greenroom(args, { BROWSER: '/nowhere/browser' });
    expect(failed.stdout).toBe(`${url}/ui/#/s/a-b`);
    expect((await greenroom(['open', 'nobody', '--data', data])).exitCode).toBe(EXIT.notFound);
  });
});
