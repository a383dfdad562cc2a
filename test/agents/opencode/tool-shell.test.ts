import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ToolShell } from '../../../src/agents/opencode/tool-shell.js';
import { spawnAgent } from '../../../src/supervision/index.js';
import { isolationBy } from '../../../src/supervision/isolation/isolation.js';
import { freshMark } from '../../supervision/programs.js';
import { BUBBLEWRAP, hasBubblewrap, unlessThere } from '../../support/bubblewrap.js';
import { shellProgram } from '../../support/executable.js';
import { tempFolder } from '../../support/temp-folder.js';

const PASSWORD = 'do-not-tell';
/** Everything that a command may know of the processes around it. */
const SEARCH = `env; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' '\\n'`;

/** The output of a command that a server with a password runs in a shell. */
async function outputOf(shell: string, command: string, isIsolated: boolean): Promise<string[]> {
  const server = await shellProgram('"$1" -c "$2" opencode', 'echo end');
  const [cwd, lines] = [process.cwd(), [] as string[]];
  const env = { PATH: process.env.PATH ?? '', HOME: cwd };
  const request = { command: server, args: [], cwd, directory: cwd, env, readable: [shell] };
  const needs = { environment: [], writable: [] };
  const sandbox = isIsolated
    ? isolationBy(BUBBLEWRAP, 'process', await tempFolder()).sandbox({ ...request, needs })
    : null;
  const args = [shell, command];
  const secrets = { OPENCODE_SERVER_PASSWORD: PASSWORD };
  const { exited } = spawnAgent({
    ...{ command: server, args, cwd, env, secrets, sandbox, mark: freshMark() },
    onLine: (line) => lines.push(line),
  });
  expect(await exited).toMatchObject({ code: 0 });
  expect(lines.at(-1)).toBe('end');
  return lines;
}

async function toolShell(preferred: string | undefined, isIsolated: boolean): Promise<string> {
  const shell = new ToolShell(await tempFolder(), preferred, isIsolated);
  await shell.write();
  return shell.path;
}

describe.runIf(hasBubblewrap)(`a command of an isolated server${unlessThere}`, () => {
  test('finds the password in the process of the server, in an ordinary shell', async () => {
    expect(await outputOf('/bin/sh', SEARCH, true)).toContain(`OPENCODE_SERVER_PASSWORD=${PASSWORD}`);
  });

  test('finds the password nowhere, in the shell for tools', async () => {
    const output = await outputOf(await toolShell(undefined, true), SEARCH, true);
    expect(output.join('\n')).not.toContain(PASSWORD);
  });

  test('may do with files what the server may do', async () => {
    const file = await shellProgram('exit 0');
    const command = `chmod 600 ${file} && stat -c %a ${file}; test "$(id -u)" != 0 || chown 65534 ${file}; stat -c %u ${file}`;
    const owner = process.getuid?.() === 0 ? 65_534 : process.getuid?.();
    expect(await outputOf(await toolShell(undefined, true), command, true)).toEqual([
      '600',
      `${owner}`,
      'end',
    ]);
  });
});

test('a command gets no password by its environment, isolated or not', async () => {
  const output = await outputOf(await toolShell(undefined, false), 'env', false);
  expect(output.some((line) => line.startsWith('PATH='))).toBe(true);
  expect(output.join('\n')).not.toContain(PASSWORD);
});

test('can be written for several servers at once', async () => {
  const shell = new ToolShell(await tempFolder(), undefined, false);
  await Promise.all(Array.from({ length: 10 }, () => shell.write()));
  expect(await readdir(dirname(shell.path))).toEqual([basename(shell.path)]);
});

test.each([
  ['/bin/sh', 'sh'],
  ['/usr/bin/fish', 'bash'],
  ['/nonexistent/zsh', 'bash'],
  [undefined, 'bash'],
])('for somebody who uses %s it is %s', async (preferred, expected) => {
  const shell = await toolShell(preferred, false);
  expect(basename(shell)).toBe(expected);
  expect(await outputOf(shell, 'echo "$0" "it\'s"', false)).toEqual(["opencode it's", 'end']);
});
