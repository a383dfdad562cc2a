import { expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { pages } from './support/page.js';

const names = new Set(['help', ...commands.map(({ name }) => name)]);
const all = (await pages()).filter(({ path }) => path !== 'CHANGELOG.md');

it.each(all.map(({ path, text }) => [path, text]))('%s names no command that does not exist', (_, text) => {
  const named = [...text.matchAll(/(?:^|[`$|(] ?)greenroom ([a-z]+(?:-[a-z]+)*)\b/gm)].map(
    ([, name]) => name!,
  );
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});
