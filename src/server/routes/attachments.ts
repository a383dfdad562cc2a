import { z } from 'zod';
import { ProblemError, StoredAttachment } from '../../schema/index.js';
import { imageOf } from '../images.js';
import { rasterType } from '../raster.js';
import { Bytes } from './bytes.js';
import { SessionParams } from './parameters.js';
import { route } from './route.js';

const UploadQuery = z.object({
  filename: z.string().min(1).max(1000).describe('What the file is called; it is kept under a name like it'),
});
const ImageParams = SessionParams.extend({
  itemId: z.string().describe('An item that is complete'),
  index: z.coerce.number().int().nonnegative().describe('Which of its `image` parts, from 0'),
});

export const attachmentRoutes = [
  route({
    method: 'POST',
    path: '/v1/sessions/:sessionId/attachments',
    id: 'upload_attachment',
    tag: 'messages',
    summary: 'Keep a file for a message; the answer is what `attachments` of the message takes',
    params: SessionParams,
    query: UploadQuery,
    body: Bytes,
    answer: { status: 200, description: 'Where it is, as long as the session is', schema: StoredAttachment },
    problems: ['session_not_found', 'session_ended'],
    handle: async ({ params, query, body, services, request }) => {
      const { path, filename } = await services.host.attach(params.sessionId, query.filename, body);
      return { path, mime: typeOf(body, request.headers['content-type']), filename };
    },
  }),
  route({
    method: 'GET',
    path: '/v1/sessions/:sessionId/items/:itemId/images/:index',
    id: 'get_item_image',
    tag: 'events',
    summary: 'An image that an item names by its path: PNG, JPEG, GIF or WebP, up to 20 MiB',
    params: ImageParams,
    answer: { status: 200, description: 'The image', contentType: 'image/*' },
    problems: ['session_not_found', 'not_found'],
    handle: async ({ params, services, reply }) => {
      const { sessionId, itemId, index } = params;
      const image = await imageOf(services.log, services.host.info(sessionId), itemId, index);
      if (!image)
        throw new ProblemError('not_found', `item ${itemId} has no image ${index} that can be shown`);
      reply
        .type(image.type)
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', 'inline')
        .header('cache-control', 'private');
      return image.content;
    },
  }),
];

/** An image is what begins like one; of all else the client may know more than we do. */
function typeOf(content: Buffer, said: string | undefined): string {
  const type = said?.split(';')[0]?.trim().toLowerCase();
  return rasterType(content) ?? (type && !type.startsWith('image/') ? type : 'application/octet-stream');
}
