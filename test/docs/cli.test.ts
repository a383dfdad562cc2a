import { expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.js';
import { describeExitCodes } from '../../src/cli/exit-codes.js';
import { readPage, root } from './support/page.js';

const page = await readPage('docs/cli.md');

/** The text between two comments of the page. */
const filled = (text: string, name: string, content: string) =>
  text.replace(
    new RegExp(`<!-- ${name} -->.*<!-- end of ${name} -->`, 's'),
    () => `<!-- ${name} -->\n\n${content}\n\n<!-- end of ${name} -->`,
  );

it('the lists of commands and of exit codes are up to date (vitest -u writes them)', async () => {
  const shown = commands.filter(({ isHidden = false }) => !isHidden);
  const groups = [...new Set(shown.map(({ group }) => group))];
  const rows = groups.flatMap((group) =>
    shown
      .filter((each) => each.group === group)
      .map(({ name, summary }) => `| ${group.replace(/:$/, '')} | \`greenroom ${name}\` | ${summary} |`),
  );
  const list = ['| | command | |', '| --- | --- | --- |', ...rows].join('\n');
  const codes = describeExitCodes()
    .split('\n')
    .map((line) => line.trim().replace(/^(\d+) +(.*)$/, '| $1 | $2 |'));
  const table = ['| code | |', '| --- | --- |', ...codes].join('\n');
  const current = filled(filled(page.text, 'commands', list), 'exit codes', table);
  await expect(current).toMatchFileSnapshot(`${root}/docs/cli.md`);
});

it('no page names a command that does not exist', async () => {
  const { pages } = await import('./support/page.js');
  const names = new Set(['help', ...commands.map(({ name }) => name)]);
  for (const { path, text } of await pages()) {
    if (path === 'CHANGELOG.md') continue;
    const named = [...text.matchAll(/(?:^|[`$|(] ?)greenroom ([a-z]+)\b/gm)].map(([, name]) => name!);
    expect(
      named.filter((name) => !names.has(name)),
      path,
    ).toEqual([]);
  }
});
