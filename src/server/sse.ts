import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Reader } from '../hub/index.js';
import type { Services } from './services.js';
import { sinkOf } from './stream-sink.js';

export interface SseOptions {
  sessionId: string;
  /** The last sequence that the reader has. */
  after: number;
  raw: boolean;
}

/** Answers with a stream of events that ends with its session. */
export function streamEvents(
  { hub, streams, keepAliveMs }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { sessionId, after, raw }: SseOptions,
): Reader {
  const response = reply.raw;
  reply.hijack();
  const headers = { ...reply.getHeaders() } as Record<string, string>;
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    connection: 'keep-alive',
    // Proxies that gather responses would hold events back.
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  streams.add(response);

  const alive = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': alive\n\n');
  }, keepAliveMs);
  const end = () => {
    clearInterval(alive);
    response.end();
  };
  const reader = hub.subscribe(sessionId, {
    view: { transport: 'sse', raw, states: false },
    sink: sinkOf(response),
    after,
    onEnd: end,
    onError: (error) => {
      request.log.error({ err: error, sessionId }, 'a stream broke');
      response.destroy();
    },
  });
  response.on('close', () => {
    clearInterval(alive);
    streams.delete(response);
    reader.close();
  });
  return reader;
}
