import { describe, expect, it } from 'vitest';
import type { DataOf } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { expectNoErrors, pollOptions, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';

const browser = withBrowser();

/** The resolved requests of a session. */
async function resolved<T extends 'permission.resolved' | 'question.resolved'>(chat: SessionPage, type: T) {
  const events = await chat.daemon.events(chat.id);
  return events.filter((event) => event.type === type).map(({ data }) => data as DataOf<T>);
}

describe('a permission', () => {
  it('shows its command, and is allowed once by click and always by key', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('permission');
    await chat.request.getByText('echo mock').waitFor();
    await chat.request.getByRole('button', { name: 'Allow once' }).click();

    // The next one shows its diff.
    await chat.request.getByRole('region', { name: 'Changes to mock.txt' }).waitFor();
    await chat.page.keyboard.press('s');
    await chat.turnEnds();
    await chat.dock.waitFor({ state: 'detached' });
    expect((await resolved(chat, 'permission.resolved')).map(({ metadata }) => metadata.reply)).toEqual([
      'once',
      'always',
    ]);
    const lines = chat.messages.locator('p[data-type=permission]');
    expect(await lines.allInnerTexts()).toEqual([
      expect.stringMatching(/^Allowed once\s+echo mock/),
      expect.stringMatching(/^Always allowed\s+mock\.txt/),
    ]);
    expectNoErrors(chat.visit);
  });

  it('is rejected with a reason, which is sent and shown', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('List files in the current directory using available tools.');
    await chat.request.getByLabel(/^Reason for rejecting/).fill('not today');
    await chat.page.keyboard.press('Enter');
    await chat.turnEnds();
    expect(await resolved(chat, 'permission.resolved')).toMatchObject([
      { status: 'denied', metadata: { reply: 'reject', message: 'not today' } },
    ]);
    await chat.messages.getByText('“not today”').waitFor();
    expect(await chat.tool('shell').getAttribute('data-status')).toBe('failed');
  });

  it('is replied to with one key, and the focus returns to the composer', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('permission');
    for (const key of ['1', '3']) {
      await chat.request.getByText(key === '1' ? 'Run a command?' : 'Change files?').waitFor();
      await chat.page.keyboard.press(key);
    }
    await chat.turnEnds();
    expect((await resolved(chat, 'permission.resolved')).map(({ metadata }) => metadata.reply)).toEqual([
      'once',
      'reject',
    ]);
    await chat.dock.waitFor({ state: 'detached' });
    expect(await chat.input.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
  });

  it('ignores keys typed into the composer', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.input.fill('I was going to s');
    await chat.daemon.say('one', 'permission');
    await chat.request.getByText('Run a command?').waitFor();
    await chat.page.keyboard.type('ay 123 rats');
    expect(await chat.input.inputValue()).toBe('I was going to say 123 rats');
    await chat.request.getByText('Run a command?').waitFor();
    expect(await resolved(chat, 'permission.resolved')).toEqual([]);
  });

  it('shows in the list and the title, and disappears everywhere when one browser replies', async (context) => {
    const daemon = await testDaemon();
    const [here, there] = [
      await SessionPage.open(context, browser, daemon),
      await SessionPage.open(context, browser, daemon),
    ];
    await here.say('permission');
    for (const { page, request } of [here, there]) {
      await request.getByText('echo mock').waitFor();
      await page.getByRole('link', { name: /Waiting for you/ }).waitFor();
      await expect.poll(() => page.title(), pollOptions).toBe('(1) Waiting: permission · Greenroom');
    }
    await here.request.getByRole('button', { name: 'Allow once' }).click();
    await there.request.getByText('mock.txt').first().waitFor();
    await there.page.keyboard.press('a');
    for (const { page, dock, messages } of [here, there]) {
      await dock.waitFor({ state: 'detached' });
      await messages.getByText(/^Completed/).waitFor();
      expect(await messages.locator('p[data-type=permission][data-reply=once]').count()).toBe(2);
      await expect.poll(() => page.title(), pollOptions).toBe('permission · Greenroom');
    }
    expectNoErrors(there.visit);
  });

  it('is shown as cancelled after an interrupt', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('permission');
    await chat.request.getByText('echo mock').waitFor();
    await chat.page.getByRole('button', { name: 'Stop', exact: true }).click();
    await chat.turnEnds('Interrupted');
    await chat.dock.waitFor({ state: 'detached' });
    await chat.messages.locator('p[data-type=permission]', { hasText: 'Cancelled' }).waitFor();
  });
});

describe('a question', () => {
  it('is answered with one click; several with keys and checkboxes', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('question');
    await chat.request.getByText('Choose a color').waitFor();
    await chat.request.getByRole('button', { name: 'Blue' }).click();

    await chat.request.getByText('Choose toppings').waitFor();
    await chat.page.keyboard.press('2');
    await chat.request.getByRole('radio', { name: 'Large' }).and(chat.page.locator(':checked')).waitFor();
    await chat.page.keyboard.press('1');
    await chat.request.getByRole('checkbox', { name: 'Basil' }).focus();
    await chat.page.keyboard.press('Space');
    await chat.page.keyboard.press('Enter');
    await chat.turnEnds();
    expect((await resolved(chat, 'question.resolved')).map(({ answers }) => answers)).toEqual([
      [['Blue']],
      [['Large'], ['Cheese', 'Basil']],
    ]);
    await chat.messages.locator('[data-type=question] dd', { hasText: 'Cheese, Basil' }).waitFor();
    expectNoErrors(chat.visit);
  });

  it('is answered with one key', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('question');
    await chat.request.getByText('Choose a color').waitFor();
    await chat.page.keyboard.press('1');
    await chat.answer('You chose Red.').waitFor();
  });

  it('is answered with free text', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('question');
    await chat.request.getByText('Choose a color').waitFor();
    await chat.request.getByLabel('Other answer').fill('Green, of course');
    await chat.page.keyboard.press('Enter');
    await chat.answer('You chose Green, of course.').waitFor();
  });

  it('is declined', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('question');
    await chat.request.getByText('Choose a color').waitFor();
    await chat.request.getByRole('button', { name: 'Decline to answer' }).click();
    await chat.answer('No answer.').first().waitFor();
    expect((await resolved(chat, 'question.resolved'))[0]).toMatchObject({
      status: 'rejected',
      answers: null,
    });
    await chat.messages.getByText('Declined').first().waitFor();
  });

  for (const [key, answer] of [
    ['1', 'The plan is approved.'],
    ['2', 'The plan is rejected.'],
  ] as const) {
    it(`shows a plan as markdown; key ${key}: ${answer}`, async (context) => {
      const chat = await SessionPage.open(context, browser, await testDaemon());
      await chat.say('plan');
      await chat.request.getByRole('listitem').filter({ hasText: 'Run the tests' }).waitFor();
      await chat.page.keyboard.press(key);
      await chat.answer(answer).waitFor();
    });
  }
});
