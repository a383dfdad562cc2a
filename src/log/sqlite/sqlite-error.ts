/** Primary result codes of SQLite that are handled. */
export const SQLITE_BUSY = 5;
export const SQLITE_CORRUPT = 11;
export const SQLITE_NOTADB = 26;
const SQLITE_FULL = 13;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CANTOPEN = 14;

/** Errors of the surroundings, which may pass: the file itself is fine. */
const PASSING: readonly number[] = [
  SQLITE_BUSY,
  SQLITE_LOCKED,
  SQLITE_READONLY,
  SQLITE_IOERR,
  SQLITE_FULL,
  SQLITE_CANTOPEN,
];

/** The primary result code of an SQLite error; null for every other error. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return null;
  const { errcode } = error as { errcode?: unknown };
  // The upper bits tell more about the cause.
  return typeof errcode === 'number' ? errcode & 0xff : 0;
}

export function mayPass(code: number | null): boolean {
  return code !== null && PASSING.includes(code);
}
