import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { tempFolder } from './support/temp-folder.js';

const root = join(import.meta.dirname, '..');

/** The rules that a file of the product breaks with this text. */
async function broken(text: string): Promise<string[]> {
  const folder = await tempFolder();
  const config = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8')) as {
    plugins: { path: string }[];
  };
  const plugins = config.plugins.map((plugin) => ({ ...plugin, path: join(root, plugin.path) }));
  const settings = { ...config, $schema: undefined, vcs: undefined, plugins };
  await writeFile(join(folder, 'biome.json'), JSON.stringify(settings));
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src', 'sample.ts'), `${text}\n`);
  const biome = join(root, 'node_modules', '.bin', 'biome');
  const { stdout } = await execa(biome, ['lint', '--reporter=json'], { cwd: folder, reject: false });
  const { diagnostics } = JSON.parse(String(stdout)) as { diagnostics: { category: string }[] };
  return diagnostics.map(({ category }) => category);
}

describe('the linter', () => {
  it.each([
    ['export class It { private x = 1; }', 'lint/style/useConsistentMemberAccessibility'],
    ['export class It { constructor(readonly x: number) {} }', 'lint/style/noParameterProperties'],
    ['export const limit = 10 * 1024;', 'plugin'],
    ["export const name = 'it';", 'plugin'],
  ])('refuses %s', async (text, rule) => {
    expect(await broken(text)).toContain(rule);
  });

  it.each([
    'export class It { readonly #x = 1; get x() { return this.#x; } }',
    'export const LIMIT = 10 * 1024;',
    'export const table = { one: 1 };',
    'export const pattern = /it/;',
    'export function it() { const one = 1; return one; }',
  ])('accepts %s', async (text) => {
    expect(await broken(text)).toEqual([]);
  });
});
