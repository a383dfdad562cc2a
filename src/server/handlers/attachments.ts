import { ProblemError } from '../../schema/index.js';
import { imageOf } from '../content/images.js';
import { rasterType } from '../content/raster.js';
import type { Handlers } from './handler.js';

export const attachmentHandlers = {
  uploadAttachment: async ({ sessionId, filename, content, contentType }, { services: { host } }) => {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    const stored = await host.attach(sessionId, filename, bytes);
    return { path: stored.path, mime: typeOf(bytes, contentType), filename: stored.filename };
  },
  getItemImage: async ({ sessionId, itemId, index }, { services: { log, host } }) => {
    const image = await imageOf(log, host.info(sessionId), itemId, index);
    if (image) return image;
    throw new ProblemError('not_found', `item ${itemId} has no image ${index} that can be shown`);
  },
} satisfies Partial<Handlers>;

/** Images are recognized by their content; for other files the client's content type is used. */
function typeOf(content: Buffer, declared: string | undefined): string {
  const type = declared?.split(';')[0]?.trim().toLowerCase();
  return rasterType(content) ?? (type && !type.startsWith('image/') ? type : 'application/octet-stream');
}
