import { fileURLToPath } from 'node:url';
import type { SendResult } from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../../schema/index.js';
import { acceptedEncoding } from './encoding.js';
import { pageHeaders } from './headers.js';

const UI_PATH = '/ui/';

/** Resolved by the package's own name, which works from the sources and from dist. */
const root = fileURLToPath(new URL('dist/inspector', import.meta.resolve('greenroom/package.json')));
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Serves the inspector. The page itself needs no token, as it holds no secret; its API calls do. */
export function serveInspector(app: FastifyInstance): void {
  const config = { isPublic: true };
  for (const path of ['/', '/ui']) app.get(path, { config }, redirect);
  app.get(`${UI_PATH}*`, { config }, sendFile);
}

/** Browsers keep the fragment, such as the code of a pairing link, by themselves. */
function redirect({ url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const query = url.indexOf('?');
  return reply.redirect(query < 0 ? UI_PATH : `${UI_PATH}${url.slice(query)}`);
}

async function sendFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = request.url.split('?')[0]!.slice(UI_PATH.length - 1);
  // Vite puts files with a content hash in their names there.
  const isHashed = path.startsWith('/assets/');
  const { type, statusCode, headers, stream } = await sendCompressed(request, path, isHashed);
  if (type !== 'file') {
    const hint = path === '/' ? '; build it with `npm run build`' : '';
    throw new ProblemError('not_found', `the inspector has no file ${request.url.split('?')[0]}${hint}`);
  }
  reply.headers({ ...pageHeaders(request.headers.host ?? '', request.protocol === 'https'), ...headers });
  reply.header('vary', 'accept-encoding');
  if (!isHashed) reply.header('cache-control', 'no-cache');
  return reply.status(statusCode).send(stream);
}

/** The file as the build has compressed it, if the client accepts that, else as it is. */
async function sendCompressed({ raw }: FastifyRequest, path: string, isHashed: boolean): Promise<SendResult> {
  const { default: send } = await import('@fastify/send');
  const options = {
    root,
    dotfiles: 'ignore' as const,
    ...(isHashed ? { maxAge: YEAR_MS, immutable: true } : { cacheControl: false }),
  };
  const encoding = acceptedEncoding(raw.headers['accept-encoding']);
  const name = path === '/' ? '/index.html' : path;
  const contentType = send.mime.getType(name);
  if (encoding && contentType) {
    const sent = await send(raw, `${name}${encoding.extension}`, { ...options, contentType: false });
    if (sent.type === 'file') {
      const charset = send.isUtf8MimeType(contentType) ? '; charset=utf-8' : '';
      const headers = {
        ...sent.headers,
        'content-type': `${contentType}${charset}`,
        'content-encoding': encoding.name,
      };
      return { ...sent, headers };
    }
  }
  return send(raw, path, options);
}
