import { ProblemError, type ProblemKind } from '../../schema/index.js';

const LONGEST_QUOTE = 200;

const kinds: Readonly<Record<string, [ProblemKind, string]>> = {
  ENOENT: ['not_found', 'does not exist'],
  ENOTDIR: ['invalid_request', 'is not a folder, or leads through something that is none'],
  EISDIR: ['invalid_request', 'is a folder'],
  EEXIST: ['invalid_request', 'exists already'],
  ENOTEMPTY: ['invalid_request', 'is a folder with content; add recursive=true to delete all of it'],
  ELOOP: ['invalid_request', 'leads through a symbolic link that may not be followed'],
  ENAMETOOLONG: ['invalid_request', 'has a name that is too long'],
  EINVAL: ['invalid_request', 'cannot be used for that; a folder cannot be moved into itself'],
  EXDEV: ['invalid_request', 'is on another file system; copy it instead'],
  ENXIO: ['invalid_request', 'is not a regular file'],
  EACCES: ['forbidden', 'may not be accessed by the daemon'],
  EPERM: ['forbidden', 'may not be changed by the daemon'],
  EROFS: ['forbidden', 'is on a read-only file system'],
  EBUSY: ['invalid_request', 'is in use'],
  ENOSPC: ['storage_unavailable', 'cannot be written: the disk is full'],
  EDQUOT: ['storage_unavailable', 'cannot be written: the disk quota is used up'],
  EMFILE: ['overloaded', 'cannot be opened now: too many files are open'],
  ENFILE: ['overloaded', 'cannot be opened now: too many files are open'],
};

/** What a client is told of an error of the file system; other errors are passed on. */
export function problemOfFile(error: unknown, path: string): unknown {
  const [kind, what] = kinds[(error as NodeJS.ErrnoException | null)?.code ?? ''] ?? [];
  return kind === undefined ? error : new ProblemError(kind, `${quoted(path)} ${what}`);
}

/** Runs work on files for a client. */
export async function onFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw problemOfFile(error, path);
  }
}

export function quoted(path: string): string {
  return path.length <= LONGEST_QUOTE ? path : `${path.slice(0, LONGEST_QUOTE)}…`;
}
