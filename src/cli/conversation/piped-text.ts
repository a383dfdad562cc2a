import { fstatSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const PATIENCE_MS = 3_000;

/** What is piped into this command, or redirected from a file; null without either. */
export async function pipedText(): Promise<string | null> {
  if (process.stdin.isTTY || !isPipe()) return null;
  const timer = setTimeout(() => {
    console.error('greenroom: waiting for the end of standard input; </dev/null means that there is none');
  }, PATIENCE_MS);
  const read = await text(process.stdin).finally(() => clearTimeout(timer));
  return read.trim() === '' ? null : read;
}

/** Not `/dev/null`, nor a stream that is closed. */
function isPipe(): boolean {
  try {
    const stats = fstatSync(0);
    return stats.isFIFO() || stats.isFile() || stats.isSocket();
  } catch {
    return false;
  }
}
