import { z } from 'zod';

/** A body that is no JSON but the bytes of a file, whatever its content type. */
export const Bytes = z.instanceof(Buffer, { error: 'must be the bytes of a file' });

export const BYTES_LIMIT = 20 * 1024 * 1024;
