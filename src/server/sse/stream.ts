import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventStream } from '../handlers/handler.js';
import type { Services } from '../services.js';
import { sinkOf } from '../stream-sink.js';
import { sseEncoder } from './encoder.js';

/** Responds with a stream of events. */
export function streamEvents(
  { hub, streams, keepAliveMs }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { sessionId, after, raw, ending }: EventStream,
): void {
  const response = reply.raw;
  reply.hijack();
  // The client has left meanwhile, and `close` is not emitted again.
  if (response.destroyed) return ending?.close();
  const headers = { ...reply.getHeaders() } as Record<string, string>;
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    connection: 'keep-alive',
    // Proxies that buffer responses would hold events back.
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  streams.add(response);

  const keepAlive = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': alive\n\n');
  }, keepAliveMs);
  const reader = hub.subscribe(sessionId, {
    encoder: sseEncoder(raw),
    sink: sinkOf(response),
    after,
    onEnd: () => {
      clearInterval(keepAlive);
      response.end();
    },
    onError: (error) => {
      request.log.error({ err: error, sessionId }, 'an event stream failed');
      response.destroy();
    },
  });
  response.on('close', () => {
    clearInterval(keepAlive);
    streams.delete(response);
    reader.close();
    ending?.close();
  });
  ending?.onEnd((sequence) => reader.endAt(sequence));
}
