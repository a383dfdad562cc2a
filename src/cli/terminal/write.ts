import { once } from 'node:events';

/** Writes text to standard output. Resolves when there is room for more: a slow reader takes no memory. */
export async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
