import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../usage-error.js';

/** Lets the user change a text in an editor of theirs. */
export async function edited(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-'));
  try {
    const file = join(folder, 'message.md');
    await writeFile(file, text, { mode: 0o600 });
    await runEditor(file);
    const changed = (await readFile(file, 'utf8')).trimEnd();
    if (changed === '') throw new UsageError('the text is empty, so nothing was changed');
    return changed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Such a variable may have options, such as `code --wait`, so a shell runs it. */
async function runEditor(file: string): Promise<void> {
  const editor = process.env.VISUAL || process.env.EDITOR || 'vi';
  const child = spawn('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new UsageError(`the editor ${editor} failed (${code}), so nothing was changed`);
}
