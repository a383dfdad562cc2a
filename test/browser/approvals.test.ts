import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import type { PermissionDetails } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { tempFolder } from '../support/temp-folder.js';
import { agentAsking } from './asking-agent.js';
import { axeFindings } from './axe.js';
import { expectNoErrors, withBrowser } from './browser.js';
import { SessionPage } from './session-page.js';

const browser = withBrowser();

const details: PermissionDetails = {
  tool: 'tool.write',
  kind: 'edit',
  title: 'parser.ts',
  input: { content: 'let b = 2;' },
  paths: ['parser.ts'],
  replies: ['once', 'always', 'reject'],
  scope: 'edits for the rest of this session',
  reason: 'The file is outside the workspace',
  native: {},
};

type Options = Parameters<typeof SessionPage.open>[3];

/** The page of a session whose agent asks for a permission. */
async function asked(context: TestContext, ask: Parameters<typeof agentAsking>[0], options: Options = {}) {
  const directory = await tempFolder();
  await writeFile(join(directory, 'parser.ts'), 'let a = 1;\nlet precious = true;\n');
  const daemon = await testDaemon({ agents: [agentAsking(ask)], directory });
  const chat = await SessionPage.open(context, browser, daemon, options);
  await chat.say('permission');
  await chat.request.waitFor();
  return chat;
}

const overwriting = {
  metadata: details,
  changes: [{ type: 'write' as const, path: 'parser.ts', content: 'let b = 2;\n' }],
};

describe('an approval', () => {
  it('shows what is asked, why, what is lost, and what Always covers', async (context) => {
    const chat = await asked(context, overwriting);
    await chat.request.getByRole('heading', { name: 'Change files? tool.write' }).waitFor();
    await chat.request.getByText('The file is outside the workspace').waitFor();
    const diff = chat.request.getByRole('region', { name: 'Changes to parser.ts' });
    await diff.getByText('let precious = true;').waitFor();
    expect(await chat.request.locator('figcaption').textContent()).toContain('+1 −2');
    const always = chat.request.getByRole('button', { name: 'Always allow' });
    const explanation = await always.getAttribute('aria-describedby');
    expect(await chat.page.locator(`[id="${explanation}"]`).textContent()).toBe(
      '“Always allow” covers edits for the rest of this session',
    );
    await always.click();
    await chat.messages.locator('[data-reply=always]', { hasText: 'parser.ts' }).first().waitFor();
    expectNoErrors(chat.visit);
  });

  it('offers only the replies that are possible, by button and by key', async (context) => {
    const { scope: _, ...rest } = details;
    const chat = await asked(context, { metadata: { ...rest, replies: ['once'] } });
    await chat.request.getByRole('button', { name: 'Allow once' }).waitFor();
    expect(await chat.request.getByRole('button').count()).toBe(1);
    expect(await chat.request.getByRole('textbox').count()).toBe(0);
    expect(await chat.request.getByText('covers').count()).toBe(0);
    for (const key of ['2', 's', '3', 'r', '1']) await chat.page.keyboard.press(key);
    await chat.messages.locator('[data-reply=once]').first().waitFor();
    const events = await chat.daemon.events('one');
    expect(events.filter(({ type }) => type === 'permission.resolved')).toHaveLength(1);
  });

  it.for([
    ['execute', { command: 'npm test -- --watch=false' }, 'Run a command?', '--watch=false'],
    ['fetch', { input: { target: 'https://example.org' } }, 'Fetch from the network?', 'example.org'],
    ['delete', { paths: ['a.txt', 'b.txt'] }, 'Delete files?', 'b.txt'],
    ['other', { input: { summary: 'Two\nlines' } }, 'Allow this?', 'A short title'],
  ] as const)('of the kind %s says what it is about', async ([kind, about, question, text], context) => {
    const base = { tool: 'x', title: 'A short title', input: {}, replies: ['once' as const], native: {} };
    const metadata = { ...base, ...about, kind } as unknown as PermissionDetails;
    const chat = await asked(context, { metadata });
    await chat.request.getByRole('heading', { name: question }).waitFor();
    await chat.request.getByText(text).first().waitFor();
  });

  it('with the fields of an earlier version is still shown', async (context) => {
    const earlier = { tool_name: 'shell', command: 'echo hello', options: ['accept', 'decline'] };
    const chat = await asked(context, {
      action: 'command_execution',
      metadata: earlier as unknown as PermissionDetails,
    });
    await chat.request.getByRole('heading', { name: 'Run a command? shell' }).waitFor();
    await chat.request.getByText('echo hello').waitFor();
    expect(await chat.request.getByRole('button').count()).toBe(3);
  });
});

describe.each(['light', 'dark'] as const)('with the %s theme', (colorScheme) => {
  it.for([
    ['desktop', 1440, 900],
    ['phone', 360, 740],
  ] as const)('an approval is accessible on a %s', async ([, width, height], context) => {
    const chat = await asked(context, overwriting, { colorScheme, viewport: { width, height } });
    await chat.request.getByText('let precious = true;').waitFor();
    expect(await axeFindings(chat.page, 'html')).toEqual([]);
    expect(await chat.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });
});
