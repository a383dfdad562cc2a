import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';

/** OpenCode knows them by name, and tells the model which one it has. */
const known = ['bash', 'zsh', 'dash', 'ksh', 'sh'];

/**
 * The shell for OpenCode's commands. They must not learn the password of their server, with which they could approve
 * requests: they get an environment without it, and cannot look into the process of the server.
 */
export class ToolShell {
  readonly #real: string;
  readonly #isIsolated: boolean;
  readonly path: string;

  /** `preferred` is the user's own shell. */
  constructor(folder: string, preferred: string | undefined, isIsolated: boolean) {
    this.#real = shellFor(preferred);
    this.#isIsolated = isIsolated;
    this.path = join(folder, isIsolated ? 'shell-apart' : 'shell', basename(this.#real));
  }

  async write(): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    // Another server may be using it, or writing it as well.
    const draft = `${this.path}.${randomUUID()}`;
    await writeFile(draft, script(this.#real, this.#isIsolated), { mode: 0o700 });
    await rename(draft, this.path);
  }
}

function shellFor(preferred = ''): string {
  const usable = isAbsolute(preferred) && known.includes(basename(preferred)) && existsSync(preferred);
  return [usable ? preferred : '/bin/bash', '/bin/sh'].find(existsSync) ?? '/bin/sh';
}

function script(shell: string, isIsolated: boolean): string {
  return [
    '#!/bin/sh',
    'unset OPENCODE_SERVER_USERNAME OPENCODE_SERVER_PASSWORD',
    `set -- ${quoted(shell)} "$@"`,
    ...(isIsolated ? waysApart().map((way) => `${way} true 2>/dev/null && exec ${way} "$@"`) : []),
    'exec "$@"',
    '',
  ].join('\n');
}

/**
 * The kernel keeps a process from looking into one that has more capabilities, or another user namespace. For root a user
 * namespace would be too much: it could no longer change the owner of a file. It has one capability less instead, one
 * that it cannot use in isolation anyway.
 */
function waysApart(): string[] {
  const less = '-setfcap';
  if (process.getuid?.() === 0)
    return [`setpriv --ambient-caps ${less} --inh-caps ${less} --bounding-set ${less}`];
  const namespace = 'bwrap --unshare-user --dev-bind / /';
  return [`${namespace} --unshare-pid --proc /proc`, namespace];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
