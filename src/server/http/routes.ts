import type { FastifyInstance } from 'fastify';
import { ByteStream, Bytes, type HttpBinding, type Operation, operationList } from '../../schema/index.js';
import type { AnyHandler } from '../handlers/handler.js';
import { handlers } from '../handlers/index.js';
import type { Services } from '../services.js';
import { answer } from './answer.js';
import { JSON_LIMIT, readBytes, streamBytes } from './body.js';
import { readInput } from './input.js';

/** Serves every operation that has an HTTP method and path. */
export function registerRoutes(app: FastifyInstance, services: Services): void {
  const bound = operationList.flatMap(([name, operation]) => {
    const handler = handlers[name] as AnyHandler;
    return operation.http ? [{ operation, http: operation.http, handler }] : [];
  });
  const taking = (accepts: (body: unknown) => boolean) =>
    bound.filter(({ operation }) => accepts(operation.input?.body));
  const register = (scope: FastifyInstance, routes: typeof bound) => {
    for (const { operation, http, handler } of routes)
      registerRoute(scope, operation, http, handler, services);
  };
  register(
    app,
    taking((body) => body !== Bytes && body !== ByteStream),
  );
  app.register(async (scope) => {
    readBytes(scope);
    register(
      scope,
      taking((body) => body === Bytes),
    );
  });
  app.register(async (scope) => {
    streamBytes(scope);
    register(
      scope,
      taking((body) => body === ByteStream),
    );
  });
}

function registerRoute(
  app: FastifyInstance,
  operation: Operation,
  { method, path }: HttpBinding,
  handler: AnyHandler,
  services: Services,
): void {
  const { input = {}, output, scope } = operation;
  app.route({
    method,
    url: fastifyPath(path),
    bodyLimit: bodyLimit(input.body, services.limits),
    // A HEAD request for a stream would hold its connection until the session ends.
    exposeHeadRoute: method === 'GET' && output.kind !== 'events',
    config: { isPublic: scope === 'public', streamsBody: input.body === ByteStream },
    handler: async (request, reply) => {
      const result = await handler(readInput(input, request), { services });
      return answer(operation, result, { request, reply, services });
    },
  });
}

function bodyLimit(body: unknown, limits: Services['limits']): number {
  if (body === ByteStream) return limits.fileBytes;
  return body === Bytes ? limits.attachmentBytes : JSON_LIMIT;
}

/** In Fastify, a parameter followed by text must mark its end. */
function fastifyPath(path: string): string {
  return path.replace(/:(\w+)\.(\w+)$/, ':$1(^[^/.]+).$2');
}
