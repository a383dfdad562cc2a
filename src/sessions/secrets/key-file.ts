import { randomBytes } from 'node:crypto';
import { open, readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { SecretKey } from './secret-key.js';

/** The key file cannot be used; the message says what to do. */
export class SecretKeyError extends Error {
  override name = 'SecretKeyError';
}

const SHORTEST = 32;
/** Everybody but the owner; a group may read it, as mounted secrets are often shared by group. */
const TOO_OPEN = 0o037;

export interface KeyFile {
  /** With links resolved. */
  path: string;
  key: SecretKey;
}

/** Reads a key that only its owner can read, from outside the data folder: a copy of that must not contain it. */
export async function readKeyFile(file: string, dataFolder: string): Promise<KeyFile> {
  const path = await realpath(file).catch((error: NodeJS.ErrnoException) => {
    const advice = error.code === 'ENOENT' ? `; create it with: greenroom secret-key ${file}` : '';
    throw new SecretKeyError(`cannot read the key file ${file} (${error.code})${advice}`);
  });
  const folder = await realpath(dataFolder).catch(() => resolve(dataFolder));
  if (isInside(path, folder))
    throw new SecretKeyError(
      `the key file ${file} is in the data folder, whose copies it would decrypt; move it elsewhere`,
    );
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && (mode & TOO_OPEN) !== 0)
    throw new SecretKeyError(`the key file ${file} can be accessed by others; run: chmod 600 ${file}`);
  const material = withoutNewline(await readFile(path).catch(unreadable(file)));
  if (material.length < SHORTEST)
    throw new SecretKeyError(
      `the key in ${file} is too short: it must have ${SHORTEST} bytes or more; create one with: greenroom secret-key <file>`,
    );
  return { path, key: new SecretKey(material) };
}

/** Creates a file with a random key that only its owner can read. An existing file is never touched. */
export async function createKeyFile(file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST')
      throw new SecretKeyError(`${file} exists already; values that were sealed with its key need it`);
    throw new SecretKeyError(`cannot create ${file} (${error.code})`);
  });
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function withoutNewline(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0x0a || bytes[end - 1] === 0x0d)) end--;
  return bytes.subarray(0, end);
}

function unreadable(file: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new SecretKeyError(`cannot read the key file ${file} (${error.code})`);
  };
}
