import { DOCUMENT_NAME, MAX_DOCUMENT_BYTES } from './documents.js';
import { LogError } from './errors.js';

/** Throws for a kind or an id that not every store can have. */
export function requireDocumentNames(...names: readonly string[]): void {
  for (const name of names)
    if (!DOCUMENT_NAME.test(name))
      throw new LogError(`${JSON.stringify(name)} is no name of a document: only A-Z, a-z, 0-9, _ and - are`);
}

/** Throws for a text that not every store can have. */
export function requireSmallJson(json: string): void {
  const bytes = Buffer.byteLength(json);
  if (bytes > MAX_DOCUMENT_BYTES)
    throw new LogError(`a document of ${bytes} bytes is too large: the limit is ${MAX_DOCUMENT_BYTES}`);
}
