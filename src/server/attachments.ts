import { extname } from 'node:path';
import type { Attachment } from '../schema/index.js';

/** The images that models take. Others are files like any other. */
const imageTypes = new Map([
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.webp', 'image/webp'],
]);

/** An attachment with its type: told once, here, so that the session's machine and the agent agree on what it is. */
export function typed(attachment: Attachment): Attachment {
  if (attachment.mime != null) return attachment;
  const mime = imageTypes.get(extname(attachment.path).toLowerCase());
  return mime === undefined ? attachment : { ...attachment, mime };
}
