import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { daemonProcess, greenroom, main } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';

/** The candidates for the last of these words. */
async function candidates(words: string[], env: Record<string, string> = {}): Promise<string[]> {
  const { stdout, stderr, exitCode } = await greenroom(['complete', '--', ...words], env);
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout.split('\n').map((line) => line.split('\t')[0]!);
}

describe('greenroom complete', () => {
  it.each([
    [['st'], ['status']],
    [['agents', 'i'], ['install']],
    [['agents', 'login', 'co'], ['codex']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['token', 'create', 'x', '--sc'], ['--scopes']],
    [['server', '--isolate', 's'], ['strict']],
    [['server', '--isolate=s'], ['--isolate=strict']],
    [['server', '--isolate', '=', 's'], ['strict']],
    [['backup', ''], [':files']],
    [['server', '--data', ''], [':files']],
    [['complet'], ['completion']],
    [['nope', ''], ['']],
  ])('completes %j', async (words, expected) => {
    expect(await candidates(words)).toEqual(expected);
  });

  it('knows the sessions of the daemon, and is silent if there is none', async () => {
    const { daemon, dataFolder } = await daemonProcess();
    await daemon.create('my-session');
    expect(await candidates(['record', 'my-'], { GREENROOM_DATA: dataFolder })).toEqual(['my-session']);
    expect(await candidates(['record', '--url', daemon.url, ''])).toEqual(['my-session']);
    expect(await candidates(['record', '--data', await tempFolder(), ''])).toEqual(['']);
  });
});

/** A folder with `greenroom` in it, to be put on PATH. */
async function onPath(): Promise<string> {
  const folder = await tempFolder();
  const path = join(folder, 'greenroom');
  await writeFile(path, `#!/bin/sh\nexec node '${main}' "$@"\n`);
  await chmod(path, 0o755);
  return folder;
}

async function hasShell(name: string): Promise<boolean> {
  const { exitCode } = await execa(name, ['-c', 'exit 0'], { reject: false });
  return exitCode === 0;
}

/** How each shell is asked for the completions of a line, as if Tab was pressed. */
const shells = {
  bash: (words: string[]) =>
    [
      'source <(greenroom completion bash)',
      `COMP_WORDS=(greenroom ${words.join(' ')}); COMP_CWORD=${words.length}`,
      `_greenroom; printf "%s\\n" "\${COMPREPLY[@]}"`,
    ].join('\n'),
  zsh: (words: string[]) =>
    [
      `compdef() { :; }; _describe() { print -l -- \${(P)2%%:*}; }; _files() { print files; }`,
      'source <(greenroom completion zsh)',
      `words=(greenroom ${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length + 1}`,
      '_greenroom',
    ].join('\n'),
  fish: (words: string[]) =>
    `greenroom completion fish | source; complete -C 'greenroom ${words.join(' ')}' | cut -f1`,
};

describe.each(Object.entries(shells))('the completion of %s', (shell, script) => {
  it('offers commands, options and sessions', async ({ skip }) => {
    if (!(await hasShell(shell))) skip(`${shell} is not installed`);
    const { daemon, dataFolder } = await daemonProcess();
    await daemon.create('my-session');
    const path = await onPath();
    const complete = async (...words: string[]) => {
      const { stdout } = await execa(shell, ['-c', script(words)], {
        env: { PATH: `${path}:${process.env.PATH}`, GREENROOM_DATA: dataFolder },
      });
      return stdout.split('\n');
    };
    expect(await complete('stat')).toEqual(['status']);
    expect(await complete('agents', 'ins')).toEqual(['install']);
    expect(await complete('token', 'create', 'x', '--scop')).toEqual(['--scopes']);
    expect(await complete('record', 'my-')).toEqual(['my-session']);
  });
});
