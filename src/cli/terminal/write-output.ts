import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../usage-error.js';

type Content = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Writes to standard output, for `-`, or to a file that only its owner reads and that is there as a whole or not at all. */
export async function writeOutput(output: string, content: Content): Promise<void> {
  const readable = Readable.from(content);
  if (output === '-') return pipeline(readable, process.stdout, { end: false });
  const unfinished = `${output}.part`;
  try {
    await pipeline(readable, createWriteStream(unfinished, { mode: 0o600 }));
    await rename(unfinished, output);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new UsageError(`cannot write ${output}: ${(error as Error).message}`);
  }
}
