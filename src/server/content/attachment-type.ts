import { extname } from 'node:path';
import type { Attachment } from '../../schema/index.js';

/** The images that models accept. All others are ordinary files. */
const imageTypes = new Map([
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.webp', 'image/webp'],
]);

/**
 * Fills in the type of an image by its extension before the session's machine and the agent see the attachment, so both
 * treat it alike. Uploaded files are typed by their content when they are stored.
 */
export function withImageType(attachment: Attachment): Attachment {
  if (attachment.mime != null) return attachment;
  const mime = imageTypes.get(extname(attachment.path).toLowerCase());
  return mime === undefined ? attachment : { ...attachment, mime };
}
