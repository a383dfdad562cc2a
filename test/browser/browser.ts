import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, type TestContext } from 'vitest';
import type { TestDaemon } from '../support/daemon.js';
import { findChromium, flags } from './chromium.js';

export interface Visit {
  page: Page;
  /** Console errors and warnings, uncaught exceptions, and requests to other hosts. */
  errors: string[];
}

const MISSING =
  'Browser tests skipped: chromium not found. "npm test" installs it on Debian; elsewhere set CHROMIUM_BIN.';

/** For `expect.poll`, if there is no element to wait for. */
export const pollOptions = { timeout: 30_000 };

/** Endless animations, drawn without a graphics card, would take most of a processor. */
const defaults: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' };

let launched: Promise<Browser> | null = null;

/** One browser for all tests of a worker, with which it ends. */
function launch(executablePath: string): Promise<Browser> {
  launched ??= chromium.launch({ executablePath, args: flags, headless: true });
  return launched;
}

/** A browser to open pages with. Without chromium the tests are skipped with a warning; in CI they fail. */
export function withBrowser() {
  let browser: Browser | null = null;
  beforeAll(async () => {
    const executablePath = findChromium();
    if (executablePath !== null) {
      browser = await launch(executablePath);
      return;
    }
    if (process.env.CI === 'true') throw new Error(MISSING);
    console.warn(MISSING);
  });

  return {
    /** Opens the inspector in a new context, with the daemon's token. */
    async visit(
      context: TestContext,
      daemon: Pick<TestDaemon, 'url' | 'token'>,
      options: BrowserContextOptions & { path?: string } = {},
    ): Promise<Visit> {
      const { path, ...settings } = options;
      const page = await this.open(context, settings);
      const errors = watch(page, new URL(daemon.url).host);
      const fragment = path ?? (daemon.token === null ? '' : `#token=${daemon.token}`);
      await page.goto(`${daemon.url}/ui/${fragment}`);
      return { page, errors };
    },

    /** Opens an empty page in a new context. */
    async open({ skip }: TestContext, settings: BrowserContextOptions = {}): Promise<Page> {
      if (!browser) return skip(MISSING);
      const context = await browser.newContext({ ...defaults, ...settings });
      onTestFinished(() => context.close());
      return context.newPage();
    },
  };
}

/** Records everything that a page must not do. */
function watch(page: Page, host: string): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  const check = (url: string) => {
    const { protocol, host: called } = new URL(url);
    if (protocol !== 'blob:' && protocol !== 'data:' && called !== host) errors.push(`called ${url}`);
  };
  page.on('request', (request) => check(request.url()));
  page.on('websocket', (socket) => check(socket.url()));
  return errors;
}

export function expectNoErrors({ errors }: Visit): void {
  expect(errors).toEqual([]);
}
