import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, type TestContext } from 'vitest';
import type { TestDaemon } from '../support/daemon.js';
import { findChromium, flags } from './chromium.js';

export interface Visit {
  page: Page;
  /** What the page complained of, and whom it called that is not its daemon. Checked when the test ends. */
  complaints: string[];
}

const MISSING =
  'Not tested in a browser: "npm test" installs Debian\'s chromium where it can; else name one with CHROMIUM_BIN.';

/** For `expect.poll`, where there is no element to wait for. */
export const patience = { timeout: 30_000 };

/** One browser for the tests of a file. Without one they are skipped, with a word; where CI is set they fail. */
export function withBrowser() {
  let browser: Browser | null = null;
  beforeAll(async () => {
    const executablePath = findChromium();
    if (executablePath !== null) {
      browser = await chromium.launch({ executablePath, args: flags, headless: true });
      return;
    }
    if (process.env.CI === 'true') throw new Error(MISSING);
    console.warn(MISSING);
  });
  afterAll(async () => browser?.close());

  return {
    /** Opens the inspector of a daemon, as a user with its token would; a page of its own each time. */
    async visit(
      { skip }: TestContext,
      daemon: Pick<TestDaemon, 'url' | 'token'>,
      options: BrowserContextOptions & { path?: string } = {},
    ): Promise<Visit> {
      if (!browser) return skip(MISSING);
      const { path, ...settings } = options;
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...settings });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const complaints = watch(page, new URL(daemon.url).host);
      const fragment = path ?? (daemon.token === null ? '' : `#token=${daemon.token}`);
      await page.goto(`${daemon.url}/ui/${fragment}`);
      return { page, complaints };
    },
  };
}

/** Notes what no page of ours may do. */
function watch(page: Page, host: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const check = (url: string) => {
    const { protocol, host: called } = new URL(url);
    if (protocol !== 'blob:' && protocol !== 'data:' && called !== host) complaints.push(`called ${url}`);
  };
  page.on('request', (request) => check(request.url()));
  page.on('websocket', (socket) => check(socket.url()));
  return complaints;
}

export function expectNoComplaints({ complaints }: Visit): void {
  expect(complaints).toEqual([]);
}
