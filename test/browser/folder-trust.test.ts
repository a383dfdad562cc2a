import { expect, it } from 'vitest';
import { bringingFolder } from '../support/bringing-folder.js';
import { testDaemon } from '../support/daemon.js';
import { expectNoErrors, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';

const browser = withBrowser();

it('a folder that is not trusted is shown with what it brings, and the agent starts when it is', async (context) => {
  const [daemon, { directory, path }] = [await testDaemon(), await bringingFolder()];
  await daemon.create('one', { directory });
  const chat = await SessionPage.open(context, browser, daemon);
  await chat.request.getByRole('heading', { name: 'Trust this folder?' }).waitFor();
  const parts = chat.request.getByRole('list', { name: 'What the folder brings' });
  expect(await parts.locator('> li > code').allInnerTexts()).toEqual([path]);
  expect(await parts.locator('> li > ul > li').allInnerTexts()).toEqual(['the setting greeting: hi']);
  await chat.say('echo hello');
  await chat.page.getByText('echo hello').first().waitFor();
  expect((await daemon.events('one')).map(({ type }) => type)).not.toContain('turn.started');

  await chat.request.getByRole('button', { name: 'Allow once' }).click();
  await chat.turnEnds();
  await chat.answer('hello').waitFor();
  await chat.dock.waitFor({ state: 'detached' });
  await chat.messages.locator('p[data-type=permission]', { hasText: directory }).waitFor();
  expectNoErrors(chat.visit);
});
