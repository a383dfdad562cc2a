import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../../schema/index.js';
import {
  DEFERRED,
  Download,
  type EventStream,
  JsonPieces,
  JsonText,
  type Text,
  type Typed,
} from '../handlers/handler.js';
import type { Services } from '../services.js';
import { streamEvents } from '../sse/stream.js';

/** Sends the result of an operation in the form of its output. */
export function answer(
  { output, http }: Operation,
  result: unknown,
  { request, reply, services }: { request: FastifyRequest; reply: FastifyReply; services: Services },
): FastifyReply {
  if (http?.status === 204) {
    if (!prefersRepresentation(request)) return sendNothing(reply);
    reply.header('preference-applied', 'return=representation');
  }
  switch (output.kind) {
    case 'empty':
      return result === DEFERRED ? reply.status(202).send() : sendNothing(reply);
    case 'json':
      return sendJson(reply, result);
    case 'text':
      return sendText(reply, result as Text | Typed<string>, output.contentType);
    case 'bytes':
      return result instanceof Download
        ? sendDownload(reply, result)
        : sendBytes(reply, result as Typed<Buffer>);
    case 'events':
      // 204 tells a reconnecting EventSource to stop.
      if (result === null) return sendNothing(reply);
      streamEvents(services, request, reply, result as EventStream);
      return reply;
  }
}

/** RFC 7240: a list of preferences, of which others are ignored. */
function prefersRepresentation({ headers }: FastifyRequest): boolean {
  const preferences = String(headers.prefer ?? '').split(',');
  return preferences.some((each) => /^\s*return\s*=\s*"?representation"?\s*(;|$)/i.test(each));
}

function sendNothing(reply: FastifyReply): FastifyReply {
  return reply.status(204).send();
}

function sendJson(reply: FastifyReply, result: unknown): FastifyReply {
  if (!(result instanceof JsonText || result instanceof JsonPieces)) return reply.send(result);
  reply.type('application/json; charset=utf-8');
  return reply.send(result instanceof JsonText ? result.text : Readable.from(result.pieces));
}

function sendText(reply: FastifyReply, result: Text | Typed<string>, contentType: string): FastifyReply {
  if (typeof result === 'object' && 'content' in result) return reply.type(result.type).send(result.content);
  reply.type(`${contentType}; charset=utf-8`);
  return reply.send(typeof result === 'string' ? result : Readable.from(result));
}

/** Created by an agent: browsers must not guess another type than the one detected here. */
function sendBytes(reply: FastifyReply, { type, content }: Typed<Buffer>): FastifyReply {
  return reply.type(type).header('content-disposition', 'inline').send(content);
}

/** Whatever it is, no page of this origin may be made of it. */
function sendDownload(reply: FastifyReply, { content, bytes }: Download): FastifyReply {
  return reply
    .type('application/octet-stream')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', 'attachment')
    .header('content-security-policy', 'sandbox')
    .header('cache-control', 'private')
    .header('content-length', bytes)
    .send(content);
}
