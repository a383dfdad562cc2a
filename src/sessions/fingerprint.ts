import { createHash } from 'node:crypto';
import type { Attachment } from '../schema/index.js';

/** 132 bits: enough to tell messages apart, and short, since the log has one for each message of a session. */
const LENGTH = 22;

/** Identifies the content of a message as its client sent it. */
export function fingerprintOf(message: string, attachments: readonly Attachment[]): string {
  const files = attachments.map(({ path, mime, filename }) => [path, mime ?? null, filename ?? null]);
  const text = JSON.stringify([message, files]);
  return createHash('sha256').update(text).digest('base64url').slice(0, LENGTH);
}
