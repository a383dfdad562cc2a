import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { expect, it, onTestFinished, type TestContext } from 'vitest';
import { daemonProcess } from '../support/program.js';
import { withBrowser } from './browser.js';

const browser = withBrowser();
const library = join(import.meta.dirname, '..', '..', 'dist', 'client');
const PAGE = '<!doctype html><title>A page</title><link rel="icon" href="data:,">';

/** Serves the package of the client and an empty page. */
async function site(): Promise<string> {
  const server = createServer(({ url = '/' }, response) => {
    if (!url.endsWith('.js')) return response.setHeader('content-type', 'text/html').end(PAGE);
    response.setHeader('content-type', 'text/javascript');
    createReadStream(join(library, normalize(url))).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve(undefined))));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

it('a page sends, reads on after a kill of the daemon, and notices a stopped one', async (context: TestContext) => {
  const page = await browser.open(context);
  const origin = await site();
  const args = ['--cors-origin', origin];
  const before = await daemonProcess({ args });
  await page.goto(origin);
  const port = String(before.daemon.daemon.port);
  // As text: the page imports the library itself.
  const first = await page.evaluate(`(async () => {
    const { GreenroomClient } = await import('/client/index.js');
    const client = new GreenroomClient({ url: '${before.daemon.url}', heartbeatMs: 200 });
    const session = await client.sessions.create({ agent: 'mock', onAgentExit: 'resume' });
    const events = [];
    const states = [];
    const reading = (async () => {
      for await (const { sequence } of session.events()) events.push(sequence);
    })();
    client.onState(({ status, reason }) => states.push(reason ?? status));
    Object.assign(globalThis, { client, session, events, states, reading });
    return (await session.send('echo from a page')).text;
  })()`);
  expect(first).toBe('from a page');

  before.child.kill('SIGKILL');
  await page.waitForFunction("client.state.status === 'offline'");
  await page.evaluate("globalThis.sent = session.send('echo offline'); undefined");
  const { dataFolder } = before;
  const { child } = await daemonProcess({ dataFolder, args: [...args, '--port', port] });
  expect(await page.evaluate('sent.then(({ text }) => text)')).toBe('offline');

  child.kill('SIGSTOP');
  onTestFinished(() => void child.kill('SIGCONT'));
  await page.waitForFunction("states.some((state) => state.endsWith('does not answer'))");
  child.kill('SIGCONT');
  await page.evaluate("session.send('echo again').then(() => session.terminate()).then(() => reading)");
  const events = (await page.evaluate('events')) as number[];
  expect(events).toEqual(events.map((_, i) => i + 1));
  expect(events.length).toBeGreaterThan(10);
});
