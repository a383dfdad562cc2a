import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { problem } from '../../schema/index.js';
import { randomId } from '../../sessions/index.js';
import { type AllowedOrigins, allowedOrigin, checkOrigin } from '../access/origin.js';
import { bearerOf, checkToken } from '../access/token.js';
import { serveInspector } from '../inspector/index.js';
import type { Services } from '../services.js';
import { JSON_LIMIT, readJson } from './body.js';
import { brokenRequest, onError, sendProblem } from './problems.js';
import { endWithProblem } from './raw-problem.js';
import { registerRoutes } from './routes.js';

export interface HttpOptions {
  services: Services;
  token: string | null;
  allowedOrigins: AllowedOrigins;
}

/** The HTTP server. Origin and token are checked before a body is read. */
export function createHttp({ services, token, allowedOrigins }: HttpOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: services.logger,
    bodyLimit: JSON_LIMIT,
    genReqId: () => randomId(10),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 256 },
    // Errors before routing are problems like all others.
    frameworkErrors: onError,
    clientErrorHandler: (error, socket) => endWithProblem(socket, brokenRequest(error)),
  }) as unknown as FastifyInstance;

  app.setErrorHandler(onError);
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, problem('not_found', `no route for ${request.method} ${request.url.split('?')[0]}`)),
  );
  readJson(app);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    const origin = allowedOrigin(request.headers, allowedOrigins);
    if (origin) reply.header('access-control-allow-origin', origin).header('vary', 'origin');
    checkOrigin(request.headers, allowedOrigins);
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
  registerRoutes(app, services);
  serveInspector(app);
  return app;
}

/** Answers the preflight request of a page from an allowed origin. */
function allow(reply: FastifyReply) {
  return reply
    .header('access-control-allow-methods', 'GET, POST, PATCH, DELETE')
    .header('access-control-allow-headers', 'authorization, content-type, last-event-id')
    .header('access-control-max-age', '600')
    .status(204)
    .send();
}
