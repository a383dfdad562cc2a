import { stat } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Page, pages, root } from './support/page.js';

const all = await pages();
const byPath = new Map(all.map((page) => [page.path, page]));

/** The anchors that a page has on the usual hosts: of its headings, and those that it sets itself. */
function anchorsOf({ text }: Page): Set<string> {
  const outside = text.replace(/^ *```.*?^ *```$/gms, '');
  const counts = new Map<string, number>();
  const anchors = [...outside.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) => {
    const slug = heading!
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  return new Set([...anchors, ...[...outside.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id]) => id!)]);
}

async function problemOf(page: Page, link: string): Promise<string | null> {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? page.path : normalize(join(dirname(page.path), file));
  if (path.startsWith('..')) return `${link} leads out of the repository`;
  const found = await stat(join(root, path)).catch(() => null);
  if (!found) return `${link}: there is no ${path}`;
  const target = byPath.get(path);
  if (anchor !== undefined && target && !anchorsOf(target).has(anchor))
    return `${link}: ${path} has no such heading`;
  return null;
}

describe('the pages of the documentation', () => {
  it.each(all.map((page) => [page.path, page] as const))(
    '%s has links that lead somewhere',
    async (_, page) => {
      const prose = page.text.replace(/^ *```.*?^ *```$/gms, '').replace(/`[^`\n]*`/g, '');
      const links = [...prose.matchAll(/\]\(<?(?!https?:|mailto:)([^)\s>]+)>?\)/g)].map(([, link]) => link!);
      const problems = await Promise.all(links.map((link) => problemOf(page, link)));
      expect(problems.filter((problem) => problem !== null)).toEqual([]);
    },
  );

  it('are all found from the index', () => {
    const index = byPath.get('docs/README.md')!;
    const unlinked = all
      .map(({ path }) => path)
      .filter((path) => path.startsWith('docs/') && path !== index.path)
      .filter((path) => !index.text.includes(`](${path.slice('docs/'.length)})`));
    expect(unlinked).toEqual([]);
  });
});
