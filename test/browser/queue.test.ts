import type { Locator } from 'playwright-core';
import { describe, expect, it, type TestContext } from 'vitest';
import { mockAgent } from '../../src/agents/mock/index.js';
import type { QueueEntry } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { axeFindings } from './axe.js';
import { expectNoErrors, pollOptions, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';

const browser = withBrowser();

type Options = Parameters<typeof SessionPage.open>[3];

/** The queue of the session. */
class QueuePage {
  readonly chat: SessionPage;
  readonly daemon: TestDaemon;

  constructor(chat: SessionPage) {
    this.chat = chat;
    this.daemon = chat.daemon;
  }

  get box(): Locator {
    return this.chat.page.getByRole('region', { name: 'Queued messages' });
  }

  get chips(): Locator {
    return this.box.getByRole('listitem');
  }

  button(name: string): Locator {
    return this.box.getByRole('button', { name });
  }

  handle(text: string): Locator {
    return this.box.getByRole('button', { name: new RegExp(`^Move “${text}”, `) });
  }

  async entries(): Promise<QueueEntry[]> {
    const { entries } = await this.daemon.call<{ entries: QueueEntry[] }>('GET', '/v1/sessions/one/queue');
    return entries;
  }

  /** Waits until the page and the daemon have the queue in this order. */
  async becomes(...texts: string[]): Promise<void> {
    await expect.poll(() => this.chips.allInnerTexts(), pollOptions).toEqual(texts);
    const stored = async () => (await this.entries()).map(({ message }) => message);
    await expect.poll(stored, pollOptions).toEqual(texts);
  }

  /** Changes a message as another client does. */
  async change(messageId: string, changes: object): Promise<void> {
    const path = `/v1/sessions/one/queue/${messageId}`;
    const { status } = await this.daemon.fetch('PATCH', path, changes, { 'if-match': '*' });
    expect(status).toBe(200);
  }
}

/** The page of a session that is in a long turn, with messages in its queue. */
async function queued(
  context: TestContext,
  options: Options = {},
  daemon?: TestDaemon,
  messages = ['first', 'second', 'third'],
): Promise<QueuePage> {
  const chat = await SessionPage.open(context, browser, daemon ?? (await testDaemon()), options);
  await chat.daemon.say('one', 'shell echo begun; sleep 600');
  await chat.page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  for (const message of messages)
    await chat.daemon.say('one', message, { messageId: `m-${message.slice(0, 20)}` });
  const queue = new QueuePage(chat);
  await queue.becomes(...messages);
  return queue;
}

describe('the queue', () => {
  it('shows the messages in order, and empties when they are sent', async (context) => {
    const queue = await queued(context);
    await queue.box.getByText('3 queued').waitFor();
    await queue.chat.page.getByRole('button', { name: 'Stop', exact: true }).click();
    await queue.chat.answer('third').waitFor();
    await queue.box.waitFor({ state: 'detached' });
    expectNoErrors(queue.chat.visit);
  });

  it('lets a message be edited; Escape keeps it, and does not stop the turn', async (context) => {
    const queue = await queued(context);
    const editor = queue.box.getByLabel('Queued message', { exact: true });
    await queue.button('Edit “second”').click();
    await editor.fill('something else');
    await editor.press('Escape');
    await editor.waitFor({ state: 'detached' });
    await queue.becomes('first', 'second', 'third');

    await queue.button('Edit “second”').click();
    await editor.fill('second, but better');
    await editor.press('Enter');
    await queue.becomes('first', 'second, but better', 'third');
    expect(await queue.chat.messages.locator('footer').count()).toBe(0);
    expectNoErrors(queue.chat.visit);
  });

  it('is reordered with the keyboard, and the focus stays on the moved message', async (context) => {
    const queue = await queued(context);
    await queue.handle('first').focus();
    await queue.chat.page.keyboard.press('ArrowDown');
    await queue.becomes('second', 'first', 'third');
    await queue.chat.page.keyboard.press('ArrowDown');
    await queue.becomes('second', 'third', 'first');
    // It is the last one.
    await queue.chat.page.keyboard.press('ArrowDown');
    await queue.chat.page.keyboard.press('ArrowUp');
    await queue.becomes('second', 'first', 'third');
    await expect.poll(() => focused(queue.handle('first')), pollOptions).toBe(true);
    expectNoErrors(queue.chat.visit);
  });

  it('is reordered by keys that follow each other quickly', async (context) => {
    const queue = await queued(context);
    await queue.handle('first').focus();
    // Both are pressed before the daemon can have answered the first one.
    await queue.handle('first').evaluate(async (handle) => {
      const { KeyboardEvent } = handle.ownerDocument.defaultView!;
      for (const key of ['ArrowDown', 'ArrowDown']) {
        handle.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        // The page is rendered anew, but no message can arrive.
        await Promise.resolve();
      }
    });
    await queue.becomes('second', 'third', 'first');
    expect(await queue.box.getByRole('alert').count()).toBe(0);
  });

  it('is reordered with a button', async (context) => {
    const queue = await queued(context);
    expect(await queue.button('Move up “first”').isDisabled()).toBe(true);
    await queue.button('Move up “third”').click();
    await queue.becomes('first', 'third', 'second');
    await expect.poll(() => focused(queue.button('Move up “third”')), pollOptions).toBe(true);
  });

  it('is reordered by dragging', async (context) => {
    const queue = await queued(context);
    const { mouse } = queue.chat.page;
    const from = (await queue.handle('first').boundingBox())!;
    const to = (await queue.handle('third').boundingBox())!;
    await mouse.move(from.x + 5, from.y + 5);
    await mouse.down();
    await mouse.move(to.x + 5, to.y + to.height - 1, { steps: 4 });
    await queue.chips.nth(2).and(queue.chat.page.locator('[data-drop=after]')).waitFor();
    await mouse.up();
    await queue.becomes('second', 'third', 'first');
    expectNoErrors(queue.chat.visit);
  });

  it('lets messages be taken back; the focus goes to the next one, at last to the composer', async (context) => {
    const queue = await queued(context);
    for (const [text, ...rest] of [
      ['first', 'second', 'third'],
      ['second', 'third'],
    ]) {
      await queue.button(`Remove “${text}”`).focus();
      await queue.chat.page.keyboard.press('Enter');
      await queue.becomes(...rest);
      await expect.poll(() => focused(queue.handle(rest[0]!)), pollOptions).toBe(true);
    }
    await queue.button('Remove “third”').focus();
    await queue.chat.page.keyboard.press('Enter');
    await queue.box.waitFor({ state: 'detached' });
    await expect.poll(() => focused(queue.chat.input), pollOptions).toBe(true);
  });

  it('steers a message into the running turn', async (context) => {
    const queue = await queued(context);
    await queue.button('Send now “second” (into the running turn)').click();
    await queue.chat.messages.locator('[data-role=user]', { hasText: 'second' }).waitFor();
    await queue.becomes('first', 'third');
    expect(await queue.chat.messages.locator('footer').count()).toBe(0);
  });

  it('interrupts the turn for a message if the agent cannot be steered', async (context) => {
    const capabilities = { ...mockAgent.capabilities, steer: false };
    const daemon = await testDaemon({ agents: [{ ...mockAgent, capabilities }] });
    const queue = await queued(context, {}, daemon);
    await queue.button('Send now “third” (interrupts the turn)').click();
    await queue.chat.turnEnds('Interrupted');
    await queue.chat.answer('third').waitFor();
    const users = queue.chat.messages.locator('[data-role=user] p');
    await expect
      .poll(() => users.allInnerTexts(), pollOptions)
      .toEqual(['shell echo begun; sleep 600', 'third', 'first', 'second']);
  });

  it('shows changes of other clients at once, also to the message that is being edited', async (context) => {
    const queue = await queued(context);
    await queue.change('m-third', { position: 0 });
    await queue.becomes('third', 'first', 'second');

    await queue.button('Edit “first”').click();
    const editor = queue.box.getByLabel('Queued message', { exact: true });
    await editor.fill('mine');
    await queue.change('m-first', { message: 'theirs' });
    await queue.box.getByText('Changed elsewhere to “theirs”').waitFor();
    await editor.press('Enter');
    await queue.becomes('third', 'mine', 'second');
    expectNoErrors(queue.chat.visit);
  });

  it('keeps the changes to a message that is sent meanwhile', async (context) => {
    const queue = await queued(context, {}, undefined, ['first']);
    await queue.button('Edit “first”').click();
    await queue.box.getByLabel('Queued message', { exact: true }).fill('not lost');
    await queue.change('m-first', { whenBusy: 'steer' });
    await queue.box.getByRole('alert').getByText('has left the queue').waitFor();
    expect(await queue.chat.input.inputValue()).toBe('not lost');
    await queue.button('Dismiss').click();
    await queue.box.waitFor({ state: 'detached' });
  });
});

describe('a change that comes too late', () => {
  /** A page that does not hear of changes by others. */
  async function unaware(context: TestContext): Promise<QueuePage> {
    const queue = await queued(context);
    let isDeaf = false;
    await queue.chat.page.routeWebSocket(/\/v1\/ws$/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((text) => {
        if (!(isDeaf && String(text).includes('"session/queue"'))) socket.send(text);
      });
    });
    await queue.chat.page.reload();
    await queue.becomes('first', 'second', 'third');
    isDeaf = true;
    return queue;
  }

  it('is refused with an explanation and the current queue: another revision', async (context) => {
    const queue = await unaware(context);
    await queue.change('m-second', { message: 'changed' });
    await queue.button('Move up “second”').click();
    await queue.box.getByRole('alert').getByText('changed elsewhere').waitFor();
    await queue.becomes('first', 'changed', 'third');
  });

  it('is refused with an explanation and the current queue: already sent', async (context) => {
    const queue = await unaware(context);
    await queue.change('m-second', { whenBusy: 'steer' });
    await queue.button('Remove “second”').click();
    await queue.box.getByRole('alert').getByText('already been sent').waitFor();
    await queue.becomes('first', 'third');
  });
});

describe.each(['light', 'dark'] as const)('with the %s theme', (colorScheme) => {
  it.for([
    ['desktop', 1440, 900],
    ['phone', 360, 740],
  ] as const)('the queue is accessible on a %s', async ([, width, height], context) => {
    const long = `a long message ${'with many words '.repeat(12)}`.trim();
    const messages = ['first', long, 'third'];
    const queue = await queued(context, { colorScheme, viewport: { width, height } }, undefined, messages);
    expect(await axeFindings(queue.chat.page, 'html')).toEqual([]);
    await queue.button('Edit “first”').click();
    await queue.box.getByLabel('Queued message', { exact: true }).waitFor();
    expect(await axeFindings(queue.chat.page, 'html')).toEqual([]);
    expect(await queue.chat.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});

function focused(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === node.ownerDocument.activeElement);
}
