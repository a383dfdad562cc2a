import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { withBrowser } from '../browser/browser.js';
import { testDaemon } from '../support/daemon.js';
import { examples } from './example.js';

const browser = withBrowser();
const client = join(examples, '..', 'dist', 'client');
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** A static server for a folder with the page, in which the client is installed. */
async function servePage(): Promise<string> {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url!, 'http://localhost').pathname);
    const [, library] = /^\/node_modules\/@greenroom\/client(\/.*)/.exec(path) ?? [];
    const file = library ? join(client, library) : join(examples, 'chat-ui', path);
    const content = await readFile(file).catch(() => null);
    if (content === null) return response.writeHead(404).end();
    response.setHeader('content-type', types[extname(file)] ?? 'text/plain').end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve(undefined))));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

async function openChat(context: TestContext) {
  const origin = await servePage();
  const daemon = await testDaemon({ token: 's3cret', corsOrigins: [origin] });
  const open = async (more = '') => {
    const page = await browser.open(context);
    await page.goto(`${origin}/index.html#token=s3cret&url=${daemon.url}${more}`);
    return page;
  };
  return { daemon, open };
}

async function say(page: Page, message: string): Promise<void> {
  await page.getByLabel('Message').fill(message);
  await page.keyboard.press('Enter');
}

describe('examples/chat-ui', () => {
  it('streams answers and shows tools with their output', async (context) => {
    const page = await (await openChat(context)).open();
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(page.url()).not.toContain('s3cret');
    await say(page, 'echo <b>as it is</b>');
    await page.locator('.assistant', { hasText: '<b>as it is</b>' }).waitFor();
    await page.getByText('Ready (completed)').waitFor();
    await say(page, 'shell echo from the shell');
    await page.locator('.tool', { hasText: '● echo from the shell' }).waitFor();
    await page.locator('pre.tool', { hasText: 'from the shell' }).waitFor();
  });

  it('asks for permissions and questions, and shows what became of them', async (context) => {
    const page = await (await openChat(context)).open();
    await say(page, 'permission');
    for (const nth of [0, 1]) {
      await page.locator('.request').nth(nth).getByRole('button', { name: 'once' }).click();
      await page.locator('.request').nth(nth).filter({ hasText: '– approved' }).waitFor();
    }
    await page.getByText('Ready (completed)').waitFor();
    await say(page, 'question');
    await page.locator('.request', { hasText: 'Other …' }).locator('button').first().click();
    await page.locator('.request').nth(2).filter({ hasText: '–' }).waitFor();
  });

  it('interrupts a turn', async (context) => {
    const page = await (await openChat(context)).open();
    await say(page, 'sleep 600000');
    await page.getByRole('button', { name: 'Interrupt' }).click();
    await page.getByText('Ready (interrupted)').waitFor();
  });

  it('shows a session that exists from its beginning, and says if there is none', async (context) => {
    const { daemon, open } = await openChat(context);
    await daemon.create('one');
    await daemon.say('one', 'echo said before');
    await (await open('&session=one')).locator('.assistant', { hasText: 'said before' }).waitFor();
    await (await open('&session=none')).locator('#status', { hasText: 'none' }).waitFor();
  });
});
