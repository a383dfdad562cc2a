import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { withBrowser } from '../browser/browser.js';
import { testDaemon } from '../support/daemon.js';
import { examples } from './example.js';

const browser = withBrowser();

/** A static server for the page, like the one its header suggests. */
async function servePage(): Promise<string> {
  const html = await readFile(join(examples, 'chat.html'), 'utf8');
  const server = createServer((request, response) => {
    if (request.url !== '/chat.html') return response.writeHead(404).end();
    response.setHeader('content-type', 'text/html').end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve(undefined))));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

async function openChat(context: TestContext, { isAllowed = true } = {}): Promise<Page> {
  const page = await browser.open(context);
  const origin = await servePage();
  const daemon = await testDaemon({ token: 's3cret', corsOrigins: isAllowed ? [origin] : [] });
  await page.goto(`${origin}/chat.html#token=s3cret&url=${daemon.url.replace('http', 'ws')}`);
  return page;
}

async function say(page: Page, message: string): Promise<void> {
  await page.getByLabel('Message').fill(message);
  await page.keyboard.press('Enter');
}

describe('examples/chat.html', () => {
  it('removes the token from the address and shows text and tools', async (context) => {
    const page = await openChat(context);
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(page.url()).not.toContain('s3cret');
    await say(page, 'echo <b>as it is</b>');
    await page.locator('.message', { hasText: '<b>as it is</b>' }).waitFor();
    await page.getByText('Ready (completed)').waitFor();
    await say(page, 'shell echo from the shell');
    await page.locator('.tool_call', { hasText: '● shell {"command":"echo from the shell"}' }).waitFor();
    await page.locator('.tool_result', { hasText: 'from the shell' }).waitFor();
  });

  it('shows permissions and sends replies', async (context) => {
    const page = await openChat(context);
    await page.getByText('Ready', { exact: true }).waitFor();
    await say(page, 'permission');
    await page.getByText('command_execution: echo mock').waitFor();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('→ once').waitFor();
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('→ reject').waitFor();
    await page.locator('.tool_result', { hasText: 'Denied by the user' }).waitFor();
  });

  it('asks several questions in turn', async (context) => {
    const page = await openChat(context);
    await page.getByText('Ready', { exact: true }).waitFor();
    await say(page, 'question');
    for (const label of ['Blue', 'Small', 'Olives']) await page.getByRole('button', { name: label }).click();
    await page.locator('.message', { hasText: 'You chose Small; Olives.' }).waitFor();
  });

  it('streams text and interrupts', async (context) => {
    const page = await openChat(context);
    await page.getByText('Ready', { exact: true }).waitFor();
    await say(page, 'burst 100000 16 50');
    await page.locator('.message', { hasText: '3:....' }).waitFor();
    await page.getByRole('button', { name: 'Interrupt' }).click();
    await page.getByText('Ready (interrupted)').waitFor();
  });

  it('is refused by a daemon that does not allow its origin', async (context) => {
    const page = await openChat(context, { isAllowed: false });
    await page.getByText('Disconnected').waitFor();
  });
});
