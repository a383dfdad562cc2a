import { z } from 'zod';
import { ProblemError } from '../schema/index.js';

/** Where a page of the list of sessions ended. */
const Cursor = z.tuple([
  /** The listing that the page is from, and the index after its last session. */
  z.string(),
  z.int().nonnegative(),
  /** The last session that was looked at, for when the listing is gone: the times of its activity and creation, its id. */
  z.number(),
  z.number(),
  z.string(),
]);
type Cursor = z.infer<typeof Cursor>;

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

export function decodeCursor(text: string): Cursor {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw new ProblemError('invalid_request', 'cursor: pass the nextCursor of an earlier page unchanged', {
      field: 'cursor',
    });
  }
}
