import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { paint } from '../terminal/paint.js';

/** More than this of the end is not read. */
const TAIL_BYTES = 64 * 1024;

/** Where a daemon in the background writes its log. */
export function daemonLogPath(data: string): string {
  return join(data, 'daemon.log');
}

/** The last lines of the log, of those that were written after a position. */
export async function logTail(
  data: string,
  { lines, after = 0 }: { lines: number; after?: number },
): Promise<string[]> {
  const handle = await open(daemonLogPath(data), 'r').catch(() => null);
  if (!handle) return [];
  try {
    const { size } = await handle.stat();
    const from = Math.max(after > size ? 0 : after, size - TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
    const text = buffer.toString('utf8', 0, bytesRead).trimEnd();
    return text === '' ? [] : text.split('\n').slice(-lines).map(readableLine);
  } finally {
    await handle.close();
  }
}

export async function logSize(data: string): Promise<number> {
  return (await stat(daemonLogPath(data)).catch(() => null))?.size ?? 0;
}

const levels: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** `{"level":30,"time":…,"msg":"listening"}` → `12:00:00 info listening` */
function readableLine(line: string): string {
  try {
    const { level, time, msg, err, ...more } = JSON.parse(line) as Record<string, unknown>;
    const name = levels[level as number] ?? String(level);
    const message = (err as { message?: string } | undefined)?.message;
    const details = [message, Object.keys(more).length > 0 ? JSON.stringify(more) : undefined];
    const at = new Date(time as number).toISOString().slice(11, 19);
    return [paint('dim', at), name, msg, ...details].filter((part) => part !== undefined).join(' ');
  } catch {
    return line;
  }
}
