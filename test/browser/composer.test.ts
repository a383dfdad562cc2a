import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';
import { expectNoErrors, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';

const browser = withBrowser();

const isFocused = (element: { ownerDocument: { activeElement: unknown } }) =>
  element.ownerDocument.activeElement === element;

describe('the composer', () => {
  it('sends with Enter and inserts a line break with Shift+Enter', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.input.fill('say one');
    await chat.input.press('Shift+Enter');
    await chat.input.pressSequentially('two');
    await chat.input.press('Enter');
    await chat.answer(/one\s+two/).waitFor();
    expect(await chat.input.inputValue()).toBe('');
  });

  it('queues messages during a turn, shows how many, and sends them afterwards', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('shell echo begun; sleep 600');
    await chat.tool('shell').getByText('begun').last().waitFor();
    await chat.say('first in line');
    await chat.say('second in line');
    await chat.page.getByText('2 queued').waitFor();
    await chat.input.press('Escape');
    await chat.turnEnds('Interrupted');
    await chat.answer('first in line').waitFor();
    await chat.answer('second in line').waitFor();
    await chat.page.getByText(/\d queued/).waitFor({ state: 'detached' });
    expectNoErrors(chat.visit);
  });

  it('steers a running turn if the agent supports it', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('shell echo begun; sleep 600');
    await chat.tool('shell').getByText('begun').last().waitFor();
    await chat.page.getByRole('radio', { name: 'Steer' }).check();
    await chat.say('say steered');
    await chat.messages.locator('[data-role=user]', { hasText: 'say steered' }).waitFor();
    // The turn is still running.
    expect(await chat.messages.locator('footer').count()).toBe(0);
    await chat.page.getByRole('button', { name: 'Stop', exact: true }).click();
    await chat.turnEnds('Interrupted');
  });

  it('interrupts a running turn with the next message', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('shell echo begun; sleep 600');
    await chat.tool('shell').getByText('begun').last().waitFor();
    await chat.page.getByRole('radio', { name: 'Interrupt' }).check();
    await chat.say('say instead');
    await chat.turnEnds('Interrupted');
    await chat.answer('instead').waitFor();
  });

  it("attaches files by path on the daemon's machine", async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.page.getByRole('button', { name: 'Attach a file by path' }).click();
    const path = chat.page.getByLabel("Path of a file on the daemon's machine");
    for (const each of ['/tmp/notes.txt', '/tmp/wrong.txt', '/tmp/picture.png']) {
      await path.fill(each);
      await path.press('Enter');
    }
    await chat.page.getByRole('button', { name: 'Remove /tmp/wrong.txt' }).click();
    await chat.say('look at these');
    const message = chat.messages.locator('[data-role=user]', { hasText: 'look at these' });
    await message.getByText('/tmp/notes.txt').waitFor();
    await message.getByText('/tmp/picture.png').waitFor();
    expect(await message.getByText('/tmp/wrong.txt').count()).toBe(0);
  });

  it('keeps a draft per session', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('other', { title: 'The other one' });
    const chat = await SessionPage.open(context, browser, daemon);
    await chat.input.fill('half a thought');
    await chat.page.getByRole('link', { name: /The other one/ }).click();
    await chat.page.getByRole('heading', { name: 'The other one' }).waitFor();
    expect(await chat.input.inputValue()).toBe('');
    await chat.page.goBack();
    await chat.page.getByRole('heading', { name: 'one', exact: true }).waitFor();
    expect(await chat.input.inputValue()).toBe('half a thought');
  });

  it('keeps the draft while the daemon is offline', async (context) => {
    const daemon = await testDaemon();
    const chat = await SessionPage.open(context, browser, daemon);
    await daemon.stop();
    await chat.page.getByText('Offline', { exact: true }).waitFor();
    await chat.say('to nobody');
    expect(await chat.page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    expect(await chat.input.inputValue()).toBe('to nobody');
  });
});

describe('the session', () => {
  it('terminates the session after confirmation', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('shell echo begun; sleep 600');
    await chat.tool('shell').getByText('begun').last().waitFor();
    await chat.page.getByRole('button', { name: 'Terminate session' }).click();
    await chat.page.getByRole('dialog').getByRole('button', { name: 'Terminate' }).click();
    await chat.messages.getByText('Session terminated').waitFor();
    await chat.input.waitFor({ state: 'detached' });
    await chat.page.getByRole('link', { name: /Terminated/ }).waitFor();
    expectNoErrors(chat.visit);
  });

  it('takes model, effort, modes and title from the page, for every client', async (context) => {
    const daemon = await testDaemon();
    const chat = await SessionPage.open(context, browser, daemon);
    await chat.input.focus();
    await chat.page.getByLabel('Model').selectOption('mock-1');
    await chat.page.getByText(/mock · mock-1 · medium/).waitFor();
    await chat.page.getByLabel('Effort').selectOption('high');
    await chat.page.getByLabel('Permissions').selectOption('bypass');
    await chat.page.getByLabel('Mode', { exact: true }).selectOption('plan');
    await chat.page.getByRole('button', { name: 'Rename' }).click();
    await chat.page.getByLabel('Title').fill('A better name');
    await chat.page.keyboard.press('Enter');
    await chat.page.getByRole('heading', { name: 'A better name' }).waitFor();
    expect(await daemon.call('GET', '/v1/sessions/one')).toMatchObject({
      model: 'mock-1',
      variant: 'high',
      permissionMode: 'bypass',
      agentMode: 'plan',
      title: 'A better name',
    });
  });
});

describe('a new session', () => {
  it('has the chosen agent, model, variant, mode and folder', async (context) => {
    const daemon = await testDaemon();
    const folder = await tempFolder();
    const { page } = await browser.visit(context, daemon);
    await page.getByRole('button', { name: 'New session' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /mock/ }).check();
    await dialog.getByLabel('Model').selectOption('mock-1');
    await dialog.getByLabel('Effort').selectOption('low');
    await dialog.getByLabel('Mode', { exact: true }).selectOption('plan');
    await dialog.getByLabel('Permissions').selectOption('acceptEdits');
    await dialog.getByLabel('Folder').fill(folder);
    await dialog.getByLabel('Title').fill('Chosen');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Chosen' }).waitFor();
    const { sessions } = await daemon.call<{ sessions: object[] }>('GET', '/v1/sessions');
    expect(sessions).toMatchObject([
      {
        agent: 'mock',
        model: 'mock-1',
        variant: 'low',
        agentMode: 'plan',
        permissionMode: 'acceptEdits',
        directory: folder,
      },
    ]);
  });
});

describe('a first message', () => {
  it('is sent with Enter from the dialog, and the composer has the focus then', async (context) => {
    const daemon = await testDaemon();
    const visit = await browser.visit(context, daemon);
    const { page } = visit;
    await page.getByRole('button', { name: 'New session' }).first().click();
    await page.getByRole('dialog').getByRole('radio', { name: /mock/ }).check();
    const first = page.getByRole('dialog').getByLabel('First message');
    await first.fill('say one');
    await first.press('Shift+Enter');
    await first.pressSequentially('two');
    await first.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('[data-role=assistant]', { hasText: /one\s+two/ }).waitFor();
    await expect.poll(() => page.getByLabel('Message', { exact: true }).evaluate(isFocused)).toBe(true);
    expectNoErrors(visit);
  });
});
