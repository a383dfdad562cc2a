import type { Locator, Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import type { TestDaemon } from '../support/daemon.js';
import type { Visit, withBrowser } from './browser.js';

type Browser = ReturnType<typeof withBrowser>;
type Options = Parameters<Browser['visit']>[2];

/** Page object for one session. */
export class SessionPage {
  readonly visit: Visit;
  readonly daemon: TestDaemon;
  readonly id: string;

  constructor(visit: Visit, daemon: TestDaemon, id: string) {
    this.visit = visit;
    this.daemon = daemon;
    this.id = id;
  }

  /** Opens a session's page and creates the session if needed. */
  static async open(
    context: TestContext,
    browser: Browser,
    daemon: TestDaemon,
    options: Options & { id?: string } = {},
  ): Promise<SessionPage> {
    const { id = 'one', ...rest } = options;
    const { sessions } = await daemon.call<{ sessions: { sessionId: string }[] }>('GET', '/v1/sessions');
    if (!sessions.some(({ sessionId }) => sessionId === id)) await daemon.create(id);
    const visit = await browser.visit(context, daemon, { path: `#/s/${id}`, ...rest });
    const opened = new SessionPage(visit, daemon, id);
    await opened.messages.locator('li, p').first().waitFor();
    await opened.messages.getByText('Loading …').waitFor({ state: 'detached' });
    return opened;
  }

  get page(): Page {
    return this.visit.page;
  }

  get messages(): Locator {
    return this.page.getByRole('region', { name: 'Messages' });
  }

  get input(): Locator {
    return this.page.getByLabel('Message', { exact: true });
  }

  get dock(): Locator {
    return this.page.getByRole('region', { name: 'Waiting for you' });
  }

  /** The pending request. */
  get request(): Locator {
    return this.dock.locator('form');
  }

  /** A message of the agent. */
  answer(text: string | RegExp): Locator {
    return this.messages.locator('[data-role=assistant]', { hasText: text });
  }

  /** The card of a tool call. */
  tool(text: string | RegExp): Locator {
    return this.messages.locator('[data-kind=tool_call]', { hasText: text });
  }

  /** Types and sends a message. */
  async say(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  /** The end of a turn, with its outcome. */
  async turnEnds(outcome: 'Completed' | 'Interrupted' | 'Failed' = 'Completed'): Promise<Locator> {
    const end = this.messages.locator('footer', { hasText: outcome }).last();
    await end.waitFor();
    return end;
  }
}
