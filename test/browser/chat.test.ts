import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { expectNoErrors, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';

const browser = withBrowser();

describe('the chat', () => {
  it('shows both messages, and the usage and duration of the turn', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('hello there');
    await chat.messages.locator('[data-role=user]', { hasText: 'hello there' }).waitFor();
    await chat.answer('hello there').waitFor();
    const end = await chat.turnEnds();
    expect(await end.textContent()).toMatch(/\d+ in, \d+ out tokens.*< \$0\.01.*\d m?s/);
    expectNoErrors(chat.visit);
  });

  it('renders streaming markdown: headings, lists, tables, and highlighted code to copy', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon(), {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await chat.say('markdown');
    const answer = chat.answer('A paragraph with');
    await answer.getByRole('heading', { name: 'A table' }).waitFor();
    expect(await answer.getByRole('listitem').allTextContents()).toContain('first');
    expect(await answer.getByRole('cell').allTextContents()).toEqual(['mock', '13', 'ünïcödé 🎭', '7']);
    await answer.locator('code .hljs-keyword', { hasText: 'export' }).waitFor();
    const link = answer.getByRole('link', { name: 'link' });
    expect(await link.getAttribute('rel')).toContain('noopener');
    expect(await link.getAttribute('target')).toBe('_blank');

    await answer.getByRole('button', { name: 'Copy code' }).click();
    await answer.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await chat.page.evaluate('navigator.clipboard.readText()')).toBe(
      'export const answer: number = 42;',
    );
    expectNoErrors(chat.visit);
  });

  it('renders the same text streaming and after a reload', async (context) => {
    const daemon = await testDaemon();
    const chat = await SessionPage.open(context, browser, daemon);
    await chat.say('markdown');
    await chat.turnEnds();
    await chat.answer('The end.').locator('.hljs-keyword').first().waitFor();
    const seen = await chat.answer('The end.').innerText();
    await chat.page.reload();
    await chat.answer('The end.').locator('.hljs-keyword').first().waitFor();
    expect(await chat.answer('The end.').innerText()).toBe(seen);
  });

  it('collapses a tool call to one line, and expands it with its result', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('tool');
    const search = chat.tool('mock.search');
    await search.getByText('Done').waitFor();
    const head = search.getByRole('button', { name: /example/ });
    expect(await head.getAttribute('aria-expanded')).toBe('false');
    await head.click();
    await search.getByText('src/example.ts:1: export const example = 1;').waitFor();
    expect(await search.getByRole('region', { name: 'Arguments' }).innerText()).toMatch(/^query\s+example$/);
    // The result has no row of its own.
    expect(await chat.messages.locator('[data-kind=tool_result]').count()).toBe(0);
    expectNoErrors(chat.visit);
  });

  it('shows a change as a diff', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('tool');
    const edit = chat.tool('mock.edit');
    const diff = edit.getByRole('region', { name: 'Changes to src/example.ts' });
    await diff.waitFor();
    expect(await diff.locator('tr[data-type=del]').textContent()).toContain('export const example = 1;');
    expect(await diff.locator('tr[data-type=add]').textContent()).toContain('export const example = 2;');
    expect(await edit.locator('figcaption').textContent()).toContain('+1 −1');
    await edit.getByText('README.md').waitFor();
  });

  it("shows a command's coloured output and its exit code", async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say(
      String.raw`shell printf '\033[31mred\033[0m plain\n'; seq 1 30; read never < /dev/tty || exit 3`,
    );
    const card = chat.tool('shell');
    const output = card.getByRole('region', { name: 'Output' });
    await card.getByText('exit 3', { exact: true }).waitFor();
    await card.getByRole('button', { name: /more lines/ }).click();
    await output.locator('[data-colour=red]', { hasText: 'red' }).waitFor();
    expect(await output.textContent()).toMatch(/^red plain\n1\n2\n/);
    expect(await card.getAttribute('data-status')).toBe('failed');
    expectNoErrors(chat.visit);
  });

  it('shows the output of a running command', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('shell echo before; sleep 600');
    const card = chat.tool('shell');
    await card.getByRole('region', { name: 'Output' }).getByText('before').waitFor();
    expect(await card.getAttribute('data-status')).toBe('running');
    await chat.messages.getByText('Working').waitFor();
    await chat.page.keyboard.press('Escape');
    await chat.turnEnds('Interrupted');
    expect(await card.getAttribute('data-status')).toBe('failed');
  });

  it('collapses reasoning to its first line, before the message it led to', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('Answer briefly and include your reasoning.');
    await chat.turnEnds();
    const thoughts = chat.messages.locator('[data-kind=reasoning]');
    const all = 'The question is short, so the answer may be short too.';
    expect(await thoughts.first().textContent()).toContain(all);
    expect(await thoughts.last().textContent()).toContain('private');
    await thoughts.first().getByRole('button').click();
    await thoughts.first().getByRole('paragraph').filter({ hasText: all }).waitFor();
    const order = await chat.messages.locator('article').allTextContents();
    expect(order.findIndex((text) => text.includes(all))).toBeLessThan(
      order.findIndex((text) => text.includes('Here is a brief answer')),
    );
  });

  it("shows and hides a sub-agent's work under its call", async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('subagent');
    await chat.turnEnds();
    const inside = chat.messages.locator('[data-depth="1"]');
    await inside.filter({ hasText: 'I am looking for it.' }).waitFor();
    await inside.filter({ hasText: 'mock.search' }).waitFor();
    await chat
      .tool('Find the example')
      .getByRole('button', { name: /sub-agent/ })
      .click();
    await inside.first().waitFor({ state: 'detached' });
    await chat
      .tool('Find the example')
      .getByRole('button', { name: /sub-agent/ })
      .click();
    await inside.filter({ hasText: 'mock.search' }).waitFor();
  });

  it('shows statuses, images, unknown items and unparsed output', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    for (const text of ['status', 'image', 'unknown', 'unparsed']) {
      await chat.say(text);
      await chat.turnEnds();
    }
    await chat.messages.locator('[data-kind=status]', { hasText: 'Indexing Done' }).waitFor();
    await chat.messages.getByAltText('mock-image.png').waitFor();
    await chat.messages.locator('[data-kind=unknown]', { hasText: '"sky": "clear"' }).waitFor();
    await chat.messages.locator('article[data-type=unparsed]', { hasText: 'not JSON' }).waitFor();
    expectNoErrors(chat.visit);
  });

  it('shows an error and the failed turn', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('error');
    const error = chat.messages.locator('article[data-type=error]');
    await error.getByText('The mock agent failed as asked').waitFor();
    expect(await error.getAttribute('data-retried')).toBe('false');
    await error.getByText('mock_error').waitFor();
    await chat.turnEnds('Failed');
  });

  it("shows an agent's crash with its stderr", async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('crash 3');
    const end = chat.messages.locator('[data-reason=error]');
    await end.getByText('exit code 3').waitFor();
    await end.getByText(/^stderr/).click();
    await end.getByText('mock: crashing with code 3').waitFor();
    await chat.input.waitFor({ state: 'detached' });
  });

  it('links a message to its events and back', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('first');
    await chat.answer('first').waitFor();
    await chat.say('second');
    await chat.answer('second').waitFor();
    const row = chat.messages.locator('li', {
      has: chat.page.locator('[data-role=assistant]', { hasText: 'first' }),
    });
    const item = await row.getAttribute('data-item');
    await row.hover();
    await row.getByRole('button', { name: /^Show in timeline/ }).click();
    await chat.page.getByText(/^Viewing event \d+$/).waitFor();
    const at = new URL(chat.page.url()).hash.match(/view=timeline&at=(\d+)/)?.[1];
    const started = (await chat.daemon.events('one')).find(({ sequence }) => sequence === Number(at));
    expect(started).toMatchObject({ type: 'item.started', data: { item: { item_id: item } } });

    await chat.page.goto(`${chat.daemon.url}/ui/#/s/one?item=${item}`);
    await chat.messages.locator('li[data-highlighted=true]', { hasText: 'first' }).waitFor();
  });
});
