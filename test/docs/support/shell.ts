import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { main } from '../../support/program.js';
import { tempFolder } from '../../support/temp-folder.js';
import { freePort } from './free-port.js';
import { type Block, type Page, root } from './page.js';

/** The address that the pages name, and the folder. */
const USUAL_PORT = '2468';
const USUAL_BACKUPS = '/backups';

/**
 * Bash reads the pages' commands after these. A daemon in the foreground would run for ever: it is started to see that it
 * listens with these options, and stopped; others can stay in the background.
 */
const PRELUDE = `
set -euo pipefail
api() { curl -sSf -H "Authorization: Bearer $(cat "$GREENROOM_DATA/token")" "http://127.0.0.1:$GREENROOM_PORT/v1/$@"; }
asked() { until greenroom reply "$1" 2> /dev/null | grep -qE '(perm|ques)_'; do read -rt 0.2 <> <(:) || true; done; }
greenroom() {
  if [ "$1" != server ] || [[ " $* " == *" --help "* ]]; then command greenroom "$@"; return; fi
  local data log status=0; data=$(mktemp -d); log=$data.log
  GREENROOM_DATA=$data GREENROOM_PORT=0 command greenroom "$@" > "$log" 2>&1 &
  local pid=$!
  until grep -q listening "$log"; do
    kill -0 $pid 2> /dev/null || { cat "$log" >&2; return 1; }
    read -rt 0.05 <> <(:) || true
  done
  kill $pid; wait $pid || status=$?
  return $status
}
`;

export interface ShellRun {
  stdout: string;
  /** The folder that the commands ran in. */
  folder: string;
  home: string;
}

/** Runs the blocks of a page in order, as a reader would paste them, in a home of their own. */
export async function runPage(page: Page, { first = '' } = {}): Promise<ShellRun> {
  const home = await tempFolder();
  const folder = join(home, 'work');
  const bin = join(home, 'bin');
  await Promise.all([mkdir(folder), mkdir(bin)]);
  await mkdir(join(folder, 'node_modules', '@greenroom'), { recursive: true });
  await symlink(join(root, 'dist', 'client'), join(folder, 'node_modules', '@greenroom', 'client'));
  await symlink(join(root, 'node_modules', 'ws'), join(folder, 'node_modules', 'ws'));
  await symlink(join(root, 'examples'), join(folder, 'examples'));
  await writeFile(join(bin, 'greenroom'), `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`);
  await chmod(join(bin, 'greenroom'), 0o755);
  const port = String(await freePort());
  const env = {
    HOME: home,
    PATH: `${bin}:${process.env.PATH}`,
    TERM: 'dumb',
    GREENROOM_DATA: join(home, 'data'),
    GREENROOM_PORT: port,
    GREENROOM_ISOLATE: 'off',
  };
  // Whatever it has left running belongs to the daemon in its data folder.
  onTestFinished(async () => {
    await execa(process.execPath, [main, 'down', '--force', '--timeout', '20s'], { env, reject: false });
  });
  const script = [PRELUDE, first, ...page.blocks.map(commandsOf)]
    .join('\n')
    .replaceAll(USUAL_PORT, port)
    .replaceAll(USUAL_BACKUPS, join(home, 'backups'));
  // From a file: some commands read their standard input.
  await writeFile(join(home, 'page.sh'), script);
  const { stdout } = await execa('bash', [join(home, 'page.sh')], {
    ...{ cwd: folder, env, extendEnv: false },
    stdin: 'ignore',
  });
  return { stdout: String(stdout), folder, home };
}

/** What bash is to do for a block. */
function commandsOf(block: Block): string {
  const { language, code, line, notes } = block;
  if (notes['not run'] !== undefined) return '';
  const first = notes.first ?? '';
  if (language === 'sh') return `${first}\n: line ${line}\n${code}`;
  if (language !== 'js' || notes.file !== undefined) return first;
  return `${first}\ncat > block-${line}.mjs << 'END OF BLOCK'\n${code}END OF BLOCK\n${process.execPath} block-${line}.mjs`;
}
