import { execa } from 'execa';
import { expect, it, onTestFinished, vi } from 'vitest';
import { daemonProcess, main } from '../support/program.js';
import { tempFolder } from '../support/temp-folder.js';
import { info, signal } from './lives.js';
import { guardedSession, processesOf, runs } from './processes.js';

/** A daemon in a terminal, which closes when `script` is killed. */
async function inTerminal(dataFolder: string) {
  const command = `node ${main} server --port 0 --no-token --isolate off --data ${dataFolder}`;
  const terminal = execa('script', ['-qec', command, '/dev/null'], { reject: false, cwd: dataFolder });
  onTestFinished(async () => {
    terminal.kill('SIGKILL');
    await terminal;
  });
  let text = '';
  for await (const chunk of terminal.stdout as unknown as AsyncIterable<Buffer>) {
    text += String(chunk);
    const url = /listening[^h]*(http:[\w.:/]+)\r/.exec(text)?.[1];
    if (url) return { terminal, url };
  }
  throw new Error(`the daemon did not start: ${text}`);
}

it('a closed terminal ends the daemon with its agents', async () => {
  const sessionId = guardedSession('terminal');
  const dataFolder = await tempFolder();
  const { terminal, url } = await inTerminal(dataFolder);
  await fetch(`${url}/v1/sessions/${sessionId}`, { method: 'POST', body: '{"agent":"mock"}' });
  const [agent] = await processesOf(sessionId);
  terminal.kill('SIGKILL');
  await vi.waitFor(async () => expect(await runs(agent!.ppid)).toBe(false), { timeout: 20_000 });
  expect(await processesOf(sessionId)).toEqual([]);
  const after = await daemonProcess({ dataFolder });
  expect(await info(after, sessionId)).toMatchObject({ status: 'idle' });
});

it('SIGHUP does not end a daemon that was started by nohup', async () => {
  // Shells name the command that they start.
  const started = await daemonProcess({ env: { _: '/usr/bin/nohup' } });
  signal(started, 'SIGHUP');
  expect((await started.daemon.fetch('GET', '/v1/health')).status).toBe(200);
  signal(started, 'SIGTERM');
  // A second signal would have ended it at once.
  expect((await started.child).exitCode).toBe(0);
});
