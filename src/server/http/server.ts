import type { RequestListener, Server } from 'node:http';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { ProblemError } from '../../schema/index.js';
import { randomId } from '../../sessions/index.js';
import { addressKey } from '../access/address.js';
import { type Caller, NOBODY } from '../access/caller.js';
import { type AllowedOrigins, allowedOrigin, checkOrigin } from '../access/origin.js';
import { tokenOf } from '../access/token.js';
import { serveInspector } from '../inspector/index.js';
import type { Services } from '../services.js';
import { JSON_LIMIT, readJson } from './body.js';
import { BodyBudget, hasBody } from './body-budget.js';
import { watchBody } from './body-watch.js';
import type { Connections } from './connections.js';
import type { Doorway } from './doorway.js';
import { brokenRequest, onError } from './problems.js';
import { endWithProblem } from './raw-problem.js';
import { registerRoutes } from './routes.js';
import { checkMs, type HttpTimeouts } from './timeouts.js';
import type { TlsMaterial } from './tls.js';
import { serverForSocket } from './unix-socket.js';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

export interface HttpOptions {
  services: Services;
  allowedOrigins: AllowedOrigins;
  timeouts: HttpTimeouts;
  connections: Connections;
  tls: TlsMaterial | null;
  /** What listens already, if anything does. */
  doorway: Doorway | null;
}

/** The HTTP server. Origin and token are checked before a body is read. */
export function createHttp(options: HttpOptions): FastifyInstance {
  const { services, allowedOrigins, connections, tls, doorway } = options;
  const { headersMs, bodyMs, idleMs } = options.timeouts;
  const checks = { headersTimeout: headersMs, connectionsCheckingInterval: checkMs(headersMs) };
  const app = Fastify({
    ...(tls ? { https: { ...tls, ...checks, handshakeTimeout: headersMs } } : { http: checks }),
    ...(doorway ? { serverFactory: (handler: RequestListener) => doorway.serve(handler) } : {}),
    keepAliveTimeout: idleMs,
    loggerInstance: services.logger,
    bodyLimit: JSON_LIMIT,
    genReqId: () => randomId(10),
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 256 },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // Errors before routing are problems like all others.
    frameworkErrors: onError,
    clientErrorHandler: (error, socket) => endWithProblem(socket, brokenRequest(error)),
  }) as unknown as FastifyInstance;

  connections.watch(app.server, doorway?.sockets);
  const bodies = new BodyBudget(services.limits.bodyBytes);
  app.setErrorHandler(onError);
  readJson(app);

  app.decorateRequest('caller');
  const identify = ({ headers, socket }: FastifyRequest) =>
    services.authenticator.identify(tokenOf(headers.authorization), addressKey(socket.remoteAddress));
  app.addHook('onRequest', async (request, reply) => {
    await connections.inTurn(request.raw, reply.raw);
    reply.header('x-request-id', request.id);
    request.caller = NOBODY;
    // Answers are for the caller alone, and what they say they are; the inspector's files have headers of their own.
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    connections.check(request.raw);
    const origin = allowedOrigin(request.headers, allowedOrigins);
    if (origin) reply.header('access-control-allow-origin', origin).header('vary', 'origin');
    try {
      checkOrigin(request.headers, allowedOrigins);
      if (origin && request.method === 'OPTIONS') return allow(reply);
      const { isPublic } = request.routeOptions.config as { isPublic?: boolean };
      if (!isPublic) request.caller = await identify(request);
    } catch (error) {
      services.turnedAway.note(error, addressKey(request.socket.remoteAddress));
      throw error;
    }
    // Before the body is read: whatever it holds, the route is unknown.
    if (request.is404) {
      const [path] = request.url.split('?');
      throw new ProblemError('not_found', `no route for ${request.method} ${path}`);
    }
  });
  app.addHook('preParsing', async (request, reply) => {
    if (!hasBody(request.raw)) return;
    const { bodyLimit, config } = request.routeOptions;
    // A stream is never in memory as a whole.
    if (!(config as { streamsBody?: boolean }).streamsBody) bodies.reserve(request.raw, reply.raw, bodyLimit);
    watchBody(request.raw, bodyMs);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    services.metrics.request({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    const ms = Math.round(reply.elapsedTime);
    request.log.debug({ method, route, status: reply.statusCode, ms }, 'request');
  });
  registerRoutes(app, services);
  serveInspector(app);
  return app;
}

/** A second server for the same routes, on a Unix socket. */
export function createSocketServer(
  app: FastifyInstance,
  { timeouts, connections }: Pick<HttpOptions, 'timeouts' | 'connections'>,
): Server {
  const server = serverForSocket(app, timeouts, checkMs(timeouts.headersMs));
  connections.watch(server);
  return server;
}

/** Routes check their input with zod; Fastify's own compilers take long to load. */
function noSchemas(): never {
  throw new Error('routes have no JSON Schemas');
}

/** Answers the preflight request of a page from an allowed origin. */
function allow(reply: FastifyReply) {
  return reply
    .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
    .header('access-control-allow-headers', 'authorization, content-type, if-match, last-event-id, prefer')
    .header('access-control-max-age', '600')
    .status(204)
    .send();
}
