import { describe, expect, it } from 'vitest';
import { testDaemon } from '../support/daemon.js';
import { expectNoComplaints, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';

const browser = withBrowser();

describe('the chat', () => {
  it('shows what both say, and what a turn took', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('hello there');
    await chat.messages.locator('[data-role=user]', { hasText: 'hello there' }).waitFor();
    await chat.answer('hello there').waitFor();
    const end = await chat.turnEnds();
    expect(await end.textContent()).toMatch(/\d+ in, \d+ out tokens.*< \$0\.01.*\d m?s/);
    expectNoComplaints(chat.visit);
  });

  it('shows markdown as it streams: headings, lists, tables, and code in colours that can be copied', async (context) => {
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
    expectNoComplaints(chat.visit);
  });

  it('is the same text whether it was seen streaming or read later', async (context) => {
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

  it('folds a tool call to one line with its result under it, and unfolds it', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('tool');
    const search = chat.tool('mock.search');
    await search.getByText('Done').waitFor();
    const head = search.getByRole('button', { name: /mock\.search example/ });
    expect(await head.getAttribute('aria-expanded')).toBe('false');
    await head.click();
    await search.getByText('src/example.ts:1: export const example = 1;').waitFor();
    expect(await search.getByRole('region', { name: 'Arguments' }).textContent()).toBe(
      '{\n  "query": "example"\n}',
    );
    // The result has no row of its own.
    expect(await chat.messages.locator('[data-kind=tool_result]').count()).toBe(0);
    expectNoComplaints(chat.visit);
  });

  it('shows a change as a diff, with what was added and removed', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('tool');
    const edit = chat.tool('mock.edit');
    const diff = edit.getByRole('region', { name: 'Change of src/example.ts' });
    await diff.waitFor();
    expect(await diff.locator('tr[data-type=del]').textContent()).toContain('export const example = 1;');
    expect(await diff.locator('tr[data-type=add]').textContent()).toContain('export const example = 2;');
    expect(await edit.locator('figcaption').textContent()).toContain('+1 −1');
    await edit.getByText('README.md').waitFor();
  });

  it('shows a command with its output as it comes, in colours, and its exit code', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say(
      String.raw`shell printf '\033[31mred\033[0m plain\n'; seq 1 30; read never < /dev/tty || exit 3`,
    );
    const card = chat.tool('shell');
    const output = card.getByRole('region', { name: 'Output' });
    await card.getByText('exit 3', { exact: true }).waitFor();
    await card.getByRole('button', { name: /more lines above/ }).click();
    await output.locator('[data-colour=red]', { hasText: 'red' }).waitFor();
    expect(await output.textContent()).toMatch(/^red plain\n1\n2\n/);
    expect(await card.getAttribute('data-status')).toBe('failed');
    expectNoComplaints(chat.visit);
  });

  it('shows what a running command has printed so far', async (context) => {
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

  it('folds thoughts to their first line, before the message they led to', async (context) => {
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

  it('shows what a subagent does under its call, and folds it away', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('subagent');
    await chat.turnEnds();
    const inside = chat.messages.locator('[data-depth="1"]');
    await inside.filter({ hasText: 'I am looking for it.' }).waitFor();
    await inside.filter({ hasText: 'mock.search' }).waitFor();
    await chat
      .tool('Find the example')
      .getByRole('button', { name: /Its work/ })
      .click();
    await inside.first().waitFor({ state: 'detached' });
    await chat
      .tool('Find the example')
      .getByRole('button', { name: /Its work/ })
      .click();
    await inside.filter({ hasText: 'mock.search' }).waitFor();
  });

  it('shows a status, a picture, what it does not know, and what could not be read', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    for (const text of ['status', 'image', 'unknown', 'unparsed']) {
      await chat.say(text);
      await chat.turnEnds();
    }
    await chat.messages.locator('[data-kind=status]', { hasText: 'Indexing Done' }).waitFor();
    await chat.messages.getByAltText('mock-image.png').waitFor();
    await chat.messages.locator('[data-kind=unknown]', { hasText: '"sky": "clear"' }).waitFor();
    await chat.messages.locator('article[data-type=unparsed]', { hasText: 'not JSON' }).waitFor();
    expectNoComplaints(chat.visit);
  });

  it('shows an error where it happened, and that the turn failed', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('error');
    const error = chat.messages.locator('article[data-type=error]');
    await error.getByText('The mock agent failed as asked').waitFor();
    expect(await error.getAttribute('data-passing')).toBe('false');
    await error.getByText('mock_error').waitFor();
    await chat.turnEnds('Failed');
  });

  it('tells how a session ended where the agent crashed, with what it wrote last', async (context) => {
    const chat = await SessionPage.open(context, browser, await testDaemon());
    await chat.say('crash 3');
    const end = chat.messages.locator('[data-reason=error]');
    await end.getByText('exit code 3').waitFor();
    await end.getByText(/wrote to stderr/).click();
    await end.getByText('mock: crashing with code 3').waitFor();
    await chat.input.waitFor({ state: 'detached' });
  });

  it('leads from a message to its events, and back to the message', async (context) => {
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
    await row.getByRole('button', { name: /^Events of this/ }).click();
    await chat.page.getByText(/^As it was after event \d+$/).waitFor();
    const at = new URL(chat.page.url()).hash.match(/view=timeline&at=(\d+)/)?.[1];
    const started = (await chat.daemon.events('one')).find(({ sequence }) => sequence === Number(at));
    expect(started).toMatchObject({ type: 'item.started', data: { item: { item_id: item } } });

    await chat.page.goto(`${chat.daemon.url}/ui/#/s/one?item=${item}`);
    await chat.messages.locator('li[data-marked=true]', { hasText: 'first' }).waitFor();
  });
});
