import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { groups } from '../../src/cli/command-entry.js';
import { commands } from '../../src/cli/commands.js';
import { defaultDataFolder } from '../../src/cli/data/data-folder.js';
import { describeExitCodes } from '../../src/cli/exit-codes.js';
import { buildProgram } from '../../src/cli/program.js';

const INTRODUCTION = `# Command line

Every command of \`greenroom\`, as \`greenroom help <command>\` shows it. This page is made from the program:
\`npx vitest run test/docs/cli.test.ts -u\` writes it anew.

A command that talks to a daemon finds it through the data folder (\`--data\`, \`GREENROOM_DATA\`), or at \`--url\` or
\`GREENROOM_URL\`. The token is \`--token\` or \`GREENROOM_TOKEN\`, else the one that is kept in the data folder, which is sent to
no other address than that daemon's.

Every command takes \`-h\` and \`-v\`, which shows more, such as stack traces of errors. Results go to standard output,
everything else to standard error. Output is plain where it is no terminal; \`NO_COLOR\` turns colours off, and \`FORCE_COLOR\` on.
`;

it('docs/cli.md has every command, with its options, examples and exit codes', async () => {
  const parts = [INTRODUCTION, `## Exit codes\n\n${exitCodes()}\n`];
  for (const group of Object.values(groups)) {
    const entries = commands.filter((entry) => entry.group === group && !entry.isHidden);
    if (entries.length === 0) continue;
    parts.push(`## ${group.replace(':', '')}\n`);
    for (const { name } of entries) {
      const program = await buildProgram([name]);
      const command = program.commands.find((each) => each.name() === name)!;
      parts.push(...[command, ...command.commands].map(section));
    }
  }
  const path = join(import.meta.dirname, '..', '..', 'docs', 'cli.md');
  await expect(parts.join('\n')).toMatchFileSnapshot(path);
});

function exitCodes(): string {
  const rows = describeExitCodes()
    .split('\n')
    .map((line) => /^ *(\d+) +(.*)$/.exec(line)!)
    .map(([, code, meaning]) => `| ${code} | ${cell(meaning!)} |`);
  return ['| code | meaning |', '| ---- | ------- |', ...rows].join('\n');
}

function section(command: Command): string {
  const name = nameOf(command);
  const help = command.createHelp();
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help');
  const rows = options.map((option) => `| \`${option.flags}\` | ${cell(help.optionDescription(option))} |`);
  const table = rows.length === 0 ? [] : ['| option | |', '| ------ | - |', ...rows, ''];
  const usage = ['```', `${name} ${command.usage()}`, '```', ''];
  return [`### ${name}`, '', command.description(), '', ...usage, ...table, moreHelp(command)].join('\n');
}

function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

/** What follows the options, with the examples as a block. */
function moreHelp(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text), getOutHasColors: () => false });
  command.outputHelp();
  const [text = '', examples = ''] = help.slice(command.helpInformation().length).split('Examples:\n');
  const lines = examples
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^ {2}\$ /, '').replace(/ {2,}(?=\S)/, '  # '));
  // Indented lists stay as they are.
  const words = text
    .trim()
    .split('\n\n')
    .map((part) => (/^ {2}/m.test(part) ? `\`\`\`\n${part}\n\`\`\`` : part));
  return [...(text.trim() === '' ? [] : [...words, '']), '```sh', ...lines, '```', '']
    .join('\n')
    .replaceAll(defaultDataFolder(), '~/.local/share/greenroom');
}

function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll(defaultDataFolder(), '~/.local/share/greenroom')
    .replaceAll('<', '\\<');
}
