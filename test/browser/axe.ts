import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Serious and critical findings of axe in a part of the page. */
export async function axeFindings(page: Page, within: string): Promise<string[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(await readFile(axe, 'utf8'));
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(within)}, { resultTypes: ['violations'] })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
