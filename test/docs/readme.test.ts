import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages, readPage, root } from './support/page.js';
import { runPage } from './support/shell.js';

describe('the documentation', () => {
  it('has a quick start that leads from nothing to conversations', { timeout: 300_000 }, async () => {
    const { stdout, folder } = await runPage(await readPage('README.md'));
    expect(stdout).toMatch(/^data: .*"type":"permission.requested"/m);
    expect(stdout).toMatch(/^completed hello \{/m);
    expect(stdout).toMatch(/^1 session.started $/m);
    expect(stdout).toContain('item.delta Anything');
    expect(await readFile(join(folder, 'session.svg'), 'utf8')).toContain('</svg>');
  });

  it('names only npm scripts that exist', async () => {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const { path, text } of await pages()) {
      const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!);
      expect(
        named.filter((name) => !(name in scripts)),
        path,
      ).toEqual([]);
    }
  });
});
