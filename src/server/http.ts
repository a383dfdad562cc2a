import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { ProblemError, problem } from '../schema/index.js';
import { randomId } from '../sessions/index.js';
import { serveInspector } from './inspector/index.js';
import { allowedOrigin, checkOrigin, type Doormen } from './origin.js';
import { brokenRequest, onError, parse, sendProblem } from './problems.js';
import { endWithProblem } from './raw-problem.js';
import { BYTES_LIMIT, Bytes } from './routes/bytes.js';
import { routes } from './routes/index.js';
import type { AnyRoute } from './routes/route.js';
import type { Services } from './services.js';
import { bearerOf, checkToken } from './token.js';

const BODY_LIMIT = 10 * 1024 * 1024;

export interface HttpOptions {
  services: Services;
  token: string | null;
  doormen: Doormen;
}

/** The HTTP side of the door. Who may enter is checked before anything is read. */
export function createHttp({ services, token, doormen }: HttpOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: services.logger,
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomId(10),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 256 },
    // What goes wrong before there is a route is a problem like all others.
    frameworkErrors: onError,
    clientErrorHandler: (error, socket) => endWithProblem(socket, brokenRequest(error)),
  }) as unknown as FastifyInstance;

  app.setErrorHandler(onError);
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, problem('not_found', `nothing is at ${request.method} ${request.url.split('?')[0]}`)),
  );
  readJson(app);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    const origin = allowedOrigin(request.headers, doormen);
    if (origin) reply.header('access-control-allow-origin', origin).header('vary', 'origin');
    checkOrigin(request.headers, doormen);
    if (origin && request.method === 'OPTIONS') return allow(reply);
    const { isPublic } = request.routeOptions.config as { isPublic?: boolean };
    if (!isPublic) checkToken(bearerOf(request.headers.authorization), token);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    services.metrics.requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    const ms = Math.round(reply.elapsedTime);
    request.log.debug({ method, route, status: reply.statusCode, ms }, 'request');
  });
  const takesBytes = (route: AnyRoute) => route.body === Bytes;
  for (const route of routes) if (!takesBytes(route)) register(app, route, services);
  app.register(async (scope) => {
    readBytes(scope);
    for (const route of routes.filter(takesBytes)) register(scope, route, services);
  });
  serveInspector(app);
  return app;
}

/** What a page of another origin may send, once it is allowed at all. */
function allow(reply: FastifyReply) {
  return reply
    .header('access-control-allow-methods', 'GET, POST, PATCH, DELETE')
    .header('access-control-allow-headers', 'authorization, content-type, last-event-id')
    .header('access-control-max-age', '600')
    .status(204)
    .send();
}

/** A body is JSON, whatever its label says: curl calls all that it posts a form. */
function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch (error) {
      done(new ProblemError('invalid_request', `the body is not JSON: ${(error as Error).message}`));
    }
  });
}

/** For the routes of one scope: a body is what it is. */
function readBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BYTES_LIMIT }, (_request, body, done) =>
    done(null, body),
  );
}

function register(app: FastifyInstance, told: AnyRoute, services: Services): void {
  app.route({
    method: told.method,
    url: fastifyPath(told.path),
    // A stream without a body would hold its connection for nothing until the session ends.
    exposeHeadRoute: told.method === 'GET' && told.answer.contentType !== 'text/event-stream',
    config: { isPublic: told.isPublic === true },
    handler: async (request, reply) => {
      const params = told.params ? parse(told.params, request.params, 'path') : undefined;
      const query = told.query ? parse(told.query, request.query, 'query') : undefined;
      const body = told.body ? parse(told.body, request.body ?? undefined, 'body') : undefined;
      const value = await told.handle({ params, query, body, services, request, reply });
      if (reply.sent || reply.raw.headersSent) return reply;
      if (told.answer.status === 204) return reply.status(204).send();
      return reply.send(value);
    },
  });
}

/** In Fastify a parameter that is followed by text needs to say where it ends. */
function fastifyPath(path: string): string {
  return path.replace(/:(\w+)\.(\w+)$/, ':$1(^[^/.]+).$2');
}
