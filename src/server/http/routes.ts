import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  ByteStream,
  Bytes,
  type HttpBinding,
  type Operation,
  type OperationName,
  operationList,
} from '../../schema/index.js';
import { addressKey } from '../access/address.js';
import type { Caller } from '../access/caller.js';
import { run } from '../handlers/run.js';
import type { Services } from '../services.js';
import { answer } from './answer.js';
import { JSON_LIMIT, readBytes, streamBytes } from './body.js';
import { readInput } from './input.js';

/** Serves every operation that has an HTTP method and path. */
export function registerRoutes(app: FastifyInstance, services: Services): void {
  const bound = operationList.flatMap(([name, operation]) => {
    return operation.http ? [{ name, operation, http: operation.http }] : [];
  });
  const taking = (accepts: (body: unknown) => boolean) =>
    bound.filter(({ operation }) => accepts(operation.input?.body));
  const register = (scope: FastifyInstance, routes: typeof bound) => {
    for (const { name, operation, http } of routes) registerRoute(scope, name, operation, http, services);
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
  name: OperationName,
  operation: Operation,
  { method, path }: HttpBinding,
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
      const { caller, socket } = request;
      const address = addressKey(socket.remoteAddress);
      closeWithToken(services, caller, reply, output.kind === 'events');
      const result = await run(name, readInput(input, request), { services, caller, address });
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

/** A stream, or an answer that has begun, ends when its token is revoked. */
function closeWithToken(
  { tokens }: Services,
  { id }: Caller,
  { raw }: FastifyReply,
  isStream: boolean,
): void {
  const done = tokens.uses.add(id, () => {
    if (isStream || raw.headersSent) raw.destroy();
  });
  raw.once('close', done);
}
