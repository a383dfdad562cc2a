import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ContentPart, ErrorData, PermissionData, TurnEndedData } from '../../src/schema/index.js';
import { type Block, type Page, pages, root } from './support/page.js';
import { runPage } from './support/shell.js';

const all = await pages();

/** Pages whose snippets need more than a folder and a daemon; tests of their own run them. */
const ownTests: Record<string, string> = {
  'docs/cli.md': 'test/docs/cli.test.ts',
  'docs/sessions.md': 'test/docs/sessions.test.ts',
  'docs/client.md': 'test/docs/client.test.ts',
  'docs/protocol.md': 'test/docs/protocol.test.ts',
  'README.md': 'test/docs/readme.test.ts',
  'src/client/README.md': 'test/docs/client.test.ts',
};

const isRun = ({ language, notes }: Block) =>
  (language === 'sh' || language === 'js') && notes['not run'] === undefined;
const commandPages = all.filter(({ path, blocks }) => !(path in ownTests) && blocks.some(isRun));

describe('the commands and programs of the documentation', () => {
  it.each(commandPages.map((page) => [page.path, page] as const))(
    'work as they are on %s',
    { timeout: 300_000 },
    async (_, page) => {
      const { stdout } = await runPage(page);
      expect(stdout).not.toBe('');
    },
  );

  it('are all run, but for these', () => {
    const skipped = all.flatMap(({ path, blocks }) =>
      blocks
        .filter(({ notes }) => notes['not run'] !== undefined)
        .map(({ notes }) => `${path}: ${notes['not run']}`),
    );
    expect(skipped).toMatchInlineSnapshot(`
      [
        "AGENTS.md: these are the commands that run the tests",
        "CONTRIBUTING.md: these are the commands that run the tests",
        "README.md: test/package installs the package into an empty folder, with all versions of Node",
        "docs/building-a-chat-ui.md: a static server and a browser; test/examples/chat-ui.test.ts has both",
        "docs/getting-started.md: test/package installs the package into an empty folder, with all versions of Node",
        "docs/getting-started.md: it needs an account",
        "docs/getting-started.md: it opens a browser; test/cli opens one that is a program of the test",
        "docs/hosting.md: it needs the service",
        "docs/hosting.md: it needs a container engine; the commands of the image are run without one",
        "docs/performance.md: it takes minutes; npm test runs every bench once at a small scale",
      ]
    `);
  });

  it('have tests of their own where they need more', async () => {
    for (const [path, test] of Object.entries(ownTests))
      expect(await readFile(join(root, test), 'utf8')).toContain(path.split('/').at(-1));
  });

  it('are in a language that is tested, or are drawings and types', () => {
    const known = [
      'sh',
      'js',
      'jsx',
      'json',
      'ts',
      'ini',
      'dockerfile',
      'nginx',
      'caddyfile',
      'text',
      'mermaid',
      '',
    ];
    const others = all.flatMap(({ path, blocks }) =>
      blocks.filter(({ language }) => !known.includes(language)).map(({ line }) => `${path}:${line}`),
    );
    expect(others).toEqual([]);
  });
});

describe('the files that the documentation shows', () => {
  const shown = all
    .flatMap((page) => page.blocks.map((block) => ({ page, block })))
    .filter(({ block }) => block.notes.file);

  it('are some', () => expect(shown.length).toBeGreaterThanOrEqual(4));

  it.each(shown.map(({ page, block }) => [block.notes.file!, page, block] as const))(
    '%s is shown as it is',
    async (file, _page: Page, block: Block) => {
      expect(block.code).toBe(await readFile(join(root, file), 'utf8'));
    },
  );

  it('include every configuration that a host needs', () => {
    const kinds = ['ini', 'dockerfile', 'nginx', 'caddyfile'];
    const unnamed = all.flatMap(({ path, blocks }) =>
      blocks
        .filter(({ language, notes }) => kinds.includes(language) && !notes.file)
        .map(({ line }) => `${path}:${line}`),
    );
    expect(unnamed).toEqual([]);
  });
});

describe('the JSON of the protocol', () => {
  const Parts = z.array(ContentPart);
  const Metadata = z.strictObject({ metadata: z.record(z.string(), z.unknown()) });
  const schemas = [PermissionData, TurnEndedData, ErrorData, ContentPart, Parts, Metadata];
  const blocks = all
    .filter(({ path }) => path === 'docs/protocol.md')
    .flatMap((page) => page.blocks)
    .filter(({ language }) => language === 'json');

  it('is there', () => expect(blocks.length).toBeGreaterThan(5));

  it.each(blocks.map(({ line, code }) => [line, code] as const))(
    'is what a schema describes, in line %i',
    (_, code) => {
      const value: unknown = JSON.parse(code);
      const fits = schemas.filter((schema) => schema.safeParse(value).success);
      expect(fits).not.toEqual([]);
    },
  );
});
