import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import type { DeclaredAgent } from '../schema/index.js';
import { ConfigurationError } from './error.js';
import { parseJson } from './json.js';

const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };

/**
 * Writes the declaration of an agent into a configuration file, which keeps its comments; null removes it. Returns whether
 * there was something to do.
 */
export async function writeAgent(path: string, id: string, agent: DeclaredAgent | null): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}\n';
    throw new ConfigurationError(`cannot read the configuration ${path} (${error.code})`);
  });
  if (parseJson(text).problems.length > 0)
    throw new ConfigurationError(`${path} is not valid; see: greenroom config check`);
  const { value } = parseJson(text);
  const isThere = Object.hasOwn((value as { agents?: object }).agents ?? {}, id);
  if (agent === null && !isThere) return false;
  const edits = modify(text, ['agents', id], agent ?? undefined, { formattingOptions });
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.new`;
  await writeFile(draft, applyEdits(text, edits), { mode: 0o600 });
  await rename(draft, path);
  return true;
}
