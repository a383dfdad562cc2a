import type { FastifyInstance } from 'fastify';
import { Bytes, type HttpBinding, type Operation, operationList } from '../../schema/index.js';
import type { AnyHandler } from '../handlers/handler.js';
import { handlers } from '../handlers/index.js';
import type { Services } from '../services.js';
import { answer } from './answer.js';
import { JSON_LIMIT, readBytes } from './body.js';
import { readInput } from './input.js';

/** Serves every operation that has an HTTP method and path. */
export function registerRoutes(app: FastifyInstance, services: Services): void {
  const bound = operationList.flatMap(([name, operation]) => {
    const handler = handlers[name] as AnyHandler;
    return operation.http ? [{ operation, http: operation.http, handler }] : [];
  });
  const takesBytes = ({ operation }: (typeof bound)[number]) => operation.input?.body === Bytes;
  const register = (scope: FastifyInstance, { operation, http, handler }: (typeof bound)[number]) =>
    registerRoute(scope, operation, http, handler, services);
  for (const route of bound) if (!takesBytes(route)) register(app, route);
  app.register(async (scope) => {
    readBytes(scope);
    for (const route of bound) if (takesBytes(route)) register(scope, route);
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
    bodyLimit: input.body === Bytes ? services.limits.attachmentBytes : JSON_LIMIT,
    // A HEAD request for a stream would hold its connection until the session ends.
    exposeHeadRoute: method === 'GET' && output.kind !== 'events',
    config: { isPublic: scope === 'public' },
    handler: async (request, reply) => {
      const result = await handler(readInput(input, request), { services });
      return answer(operation, result, { request, reply, services });
    },
  });
}

/** In Fastify, a parameter followed by text must mark its end. */
function fastifyPath(path: string): string {
  return path.replace(/:(\w+)\.(\w+)$/, ':$1(^[^/.]+).$2');
}
