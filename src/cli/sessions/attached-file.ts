import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { UsageError } from '../usage-error.js';

/** A file as it is uploaded: the daemon may run on another machine. */
export async function fileToAttach(file: string): Promise<{ content: Blob; name: string }> {
  try {
    return { content: new Blob([await readFile(file)]), name: basename(file) };
  } catch (error) {
    throw new UsageError(`cannot read ${file} (${(error as NodeJS.ErrnoException).code})`);
  }
}
