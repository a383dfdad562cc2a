import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { recordedAgent } from '../support/recorded-agent.js';
import { tempFolder } from '../support/temp-folder.js';
import { nth, turn } from '../support/turns.js';
import { axeFindings } from './axe.js';
import { expectNoErrors, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';

const browser = withBrowser();
const LINES = Array.from({ length: 20 }, (_, i) => `l${i + 1}.\n`).join('');

/** A session that has edited a few files in several turns. */
async function edited(daemon: TestDaemon): Promise<void> {
  const directory = await tempFolder();
  await writeFile(join(directory, 'a.txt'), LINES);
  await writeFile(join(directory, 'gone.txt'), 'old\n');
  await daemon.create('one', { directory, permissionMode: 'bypass' });
  await turn(daemon, 'one', 'replace-in-file a.txt l2. deux');
  await turn(daemon, 'one', 'replace-in-file a.txt l19. dix-neuf');
  await turn(daemon, 'one', 'remove-file gone.txt');
}

async function open(context: TestContext, daemon: TestDaemon, options: object = {}) {
  const chat = await SessionPage.open(context, browser, daemon, { path: '#/s/one?view=changes', ...options });
  const pane = chat.page.getByRole('tabpanel', { name: 'Changes' });
  const file = (name: string) => pane.getByRole('region', { name: `Changes to ${name}` });
  const files = pane.getByRole('list', { name: 'Changed files' }).getByRole('listitem');
  return { chat, pane, file, files, page: chat.page };
}

describe('the changes', () => {
  it('of a session are one diff per file, with a list that leads to each', async (context) => {
    const daemon = await testDaemon();
    await edited(daemon);
    const { chat, pane, file, files } = await open(context, daemon);
    await pane.getByText('2 files').waitFor();
    const names = (await files.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    expect(names).toEqual([
      expect.stringMatching(/Modified a\.txt \+2 −2/),
      expect.stringMatching(/Deleted gone\.txt \+0 −1/),
    ]);
    await file('a.txt').getByText('dix-neuf').waitFor();
    expect(await file('a.txt').innerText()).toContain('deux');
    await files.nth(1).getByRole('button').click();
    expect(
      await file('gone.txt')
        .getByRole('button', { expanded: true })
        .evaluate((it) => it.matches(':focus')),
    ).toBe(true);
    // More edits are shown as they come.
    await chat.daemon.say('one', 'write-file new.txt hello');
    await file('new.txt').getByText('hello').waitFor();
    expectNoErrors(chat.visit);
  });

  it('of a turn are chosen in the pane or in the conversation', async (context) => {
    const daemon = await testDaemon();
    await edited(daemon);
    const { pane, file, chat } = await open(context, daemon);
    await pane.getByLabel('Changes of').selectOption({ label: '2. replace-in-file a.txt l19. dix-neuf' });
    await pane.getByText(/^1 file/).waitFor();
    const text = await file('a.txt').innerText();
    expect(text).toContain('dix-neuf');
    expect(text).not.toContain('deux');
    await chat.messages.getByRole('button', { name: '1 file changed' }).last().click();
    await file('gone.txt').waitFor();
    await file('a.txt').waitFor({ state: 'detached' });
  });

  it('lead to the edit in the conversation', async (context) => {
    const daemon = await testDaemon();
    await edited(daemon);
    const { page, chat } = await open(context, daemon);
    await page.getByRole('button', { name: 'Show the last edit of gone.txt in the conversation' }).click();
    await chat.messages.locator('[data-highlighted]', { hasText: 'gone.txt' }).waitFor();
  });

  it('get comments on lines, which survive a reload and go to the agent as one message', async (context) => {
    const daemon = await testDaemon();
    await edited(daemon);
    const { pane, page, file, chat } = await open(context, daemon);
    await file('a.txt')
      .getByRole('button', { name: /line 2: l2\.$/ })
      .click();
    const field = pane.getByPlaceholder('Comment for the agent');
    await field.fill('Why French?');
    await field.press('Control+Enter');
    // The keyboard goes on where it was.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await field.fill('Two words, please.');
    await pane.getByRole('button', { name: 'Add comment' }).click();
    await pane.getByText('2 comments').waitFor();
    await page.reload();
    await pane.getByText('Why French?').waitFor();
    await pane.getByRole('button', { name: 'Send to the agent' }).click();
    await pane.getByText('2 comments').waitFor({ state: 'detached' });
    const message = chat.messages.locator('[data-role=user]', { hasText: 'Comments on your changes' });
    await message.waitFor();
    const events = await daemon.events('one');
    const sent = events.flatMap((event) =>
      event.type === 'item.completed' && event.data.item.role === 'user' ? [event.data.item.content[0]] : [],
    );
    expect(sent.at(-1)).toEqual({
      type: 'text',
      text: [
        'Comments on your changes:',
        'a.txt, removed line 2\n> -l2.\nWhy French?',
        'a.txt:2\n> +deux\nTwo words, please.',
      ].join('\n\n'),
    });
  });

  it('say where the content before is not known, and where nothing was changed', async (context) => {
    const daemon = await testDaemon();
    await daemon.create('one', { permissionMode: 'bypass' });
    const { pane, file, chat } = await open(context, daemon);
    await pane.getByText('No files changed.').waitFor();
    await chat.say('tool');
    await file('src/example.ts').getByText('The content before is not known: the edit as reported').waitFor();
    await file('src/new-example.ts').getByText('There is no diff of this file.').waitFor();
  });

  it.for([
    ['claude', '2.1.325/g2-write-existing', ['many.txt', 'note.ipynb', 'old.txt', 'outside.txt']],
    ['codex', '0.166.0/c-file-change-auto', ['hello.py', 'notes.md', 'old.txt', 'new.py']],
  ] as const)('are shown of %s', async ([id, recording, names], context) => {
    const isPayload = (line: Record<string, unknown>) => id !== 'codex' || !('id' in line);
    const daemon = await testDaemon({ agents: [recordedAgent({ id, recording, isPayload })] });
    const directory = await tempFolder();
    await writeFile(join(directory, 'hello.py'), 'def greet(name):\n    print(f"hello {name}!")\n');
    await daemon.create('one', { agent: id, directory });
    await daemon.say('one', 'go');
    await nth(daemon, 'one', 'turn.ended');
    const { files, pane, chat } = await open(context, daemon);
    await pane.getByText('4 files').waitFor();
    const shown = (await files.allInnerTexts()).join('\n');
    for (const name of names) expect(shown).toContain(name);
    expect(shown).not.toContain('≈');
    expectNoErrors(chat.visit);
  });

  it.for([
    ['light', 1440],
    ['dark', 360],
  ] as const)('are accessible with the %s theme at %i px', async ([colorScheme, width], context) => {
    const daemon = await testDaemon();
    await edited(daemon);
    const options = { path: '#/s/one?view=changes', colorScheme, viewport: { width, height: 800 } };
    const { page } = await browser.visit(context, daemon, options);
    await page
      .getByRole('region', { name: 'Changes to a.txt' })
      .getByRole('button', { name: /line 2: l2\.$/ })
      .click();
    expect(await axeFindings(page, 'html')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});
