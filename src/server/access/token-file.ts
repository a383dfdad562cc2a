import { mkdir, open, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { narrowFolder } from '../../log/index.js';
import { newToken } from './token.js';

/** A token cannot be used; the message says what to do. */
export class TokenError extends Error {
  override name = 'TokenError';
}

/** Short enough to be typed, and too long to be tried out. */
const SHORTEST = 16;
const TOO_OPEN = 0o037;

/** The file of the generated token in the data folder. */
function keptTokenPath(dataFolder: string): string {
  return join(dataFolder, 'token');
}

/** The token of a data folder, generated with the first call. It stays the same over restarts. */
export async function keptToken(dataFolder: string): Promise<string> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  narrowFolder(dataFolder);
  const path = keptTokenPath(dataFolder);
  const known = await readKeptToken(dataFolder);
  if (known !== null) return known;
  const handle = await open(path, 'wx', 0o600).catch(ignoreExisting);
  // Another daemon that started at the same moment was faster, and will have the folder.
  if (!handle) return (await readKeptToken(dataFolder)) ?? newToken();
  const token = newToken();
  try {
    await handle.writeFile(`${token}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return token;
}

/** null if there is none, or nobody but its owner may read it. */
export async function readKeptToken(dataFolder: string): Promise<string | null> {
  const text = await readFile(keptTokenPath(dataFolder), 'utf8').catch(() => '');
  return text.trim() || null;
}

export interface TokenFile {
  /** With links resolved. */
  path: string;
  token: string;
}

/** Reads a token from a file that only its owner can read. */
export async function readTokenFile(file: string): Promise<TokenFile> {
  const path = await realpath(file).catch((error: NodeJS.ErrnoException) => {
    const advice =
      error.code === 'ENOENT' ? `; create it with: (umask 077 && openssl rand -hex 20 > ${file})` : '';
    throw new TokenError(`cannot read the token file ${file} (${error.code})${advice}`);
  });
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && (mode & TOO_OPEN) !== 0)
    throw new TokenError(`the token file ${file} can be accessed by others; run: chmod 600 ${file}`);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new TokenError(`cannot read the token file ${file} (${error.code})`);
  });
  return { path, token: checkedToken(text.trim(), `the token in ${file}`) };
}

/** A token that the user has chosen, named as in `--token`. */
export function checkedToken(token: string, name: string): string {
  if (/\s/.test(token)) throw new TokenError(`${name} must not contain whitespace`);
  if (token.length < SHORTEST)
    throw new TokenError(
      `${name} is too short to be safe: it must have ${SHORTEST} characters or more; create one with: openssl rand -hex 20`,
    );
  return token;
}

function ignoreExisting(error: NodeJS.ErrnoException): null {
  if (error.code === 'EEXIST') return null;
  throw error;
}
