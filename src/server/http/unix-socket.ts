import { chmod, lstat, stat, unlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { brokenRequest } from './problems.js';
import { endWithProblem } from './raw-problem.js';
import type { HttpTimeouts } from './timeouts.js';

/** The socket cannot be listened on; the message says why. */
export class SocketError extends Error {
  override name = 'SocketError';
}

/** The size of `sun_path`, of which one byte is its end. */
const LONGEST = process.platform === 'linux' ? 107 : 103;

/** A second server with the routes of the app, for a Unix socket. It listens later. */
export function serverForSocket(
  app: FastifyInstance,
  { headersMs, idleMs }: HttpTimeouts,
  checkMs: number,
): Server {
  const server = createServer(
    { headersTimeout: headersMs, connectionsCheckingInterval: checkMs, keepAliveTimeout: idleMs },
    (request, response) => app.routing(request, response),
  );
  server.requestTimeout = 0;
  server.on('clientError', (error, socket) => endWithProblem(socket, brokenRequest(error)));
  return server;
}

/** Listens on a socket that only its owner may use. One that a killed daemon left behind is replaced. */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  const { length } = Buffer.from(path);
  if (length > LONGEST)
    throw new SocketError(
      `the path of the socket has ${length} bytes, and ${LONGEST} are possible: choose a shorter one with --socket`,
    );
  await requireFolder(dirname(path));
  await removeStale(path);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, path)));
    // From its first moment: others could connect before its mode is changed.
    const before = process.umask(0o177);
    try {
      server.listen({ path }, resolve);
    } finally {
      process.umask(before);
    }
  });
  await chmod(path, 0o600);
}

/** Listening in a folder that is missing fails as if it were forbidden. */
async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) throw new SocketError(`there is no folder ${folder} for the socket; create it`);
}

async function removeStale(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return;
  if (!found.isSocket())
    throw new SocketError(`${path} exists and is no socket; choose another path with --socket`);
  if (await isListening(path))
    throw new SocketError(`another program listens on ${path}; choose another path with --socket`);
  await unlink(path);
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    // Only a refused connection tells that nobody is there: a busy daemon, or another user's, is alive.
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'),
    );
  });
}

function explain(error: NodeJS.ErrnoException, path: string): Error {
  const folder = dirname(path);
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new SocketError(
        `no socket can be created in ${folder} (${error.code}); choose another path with --socket`,
      );
    case 'EADDRINUSE':
      return new SocketError(`another program listens on ${path}; choose another path with --socket`);
    default:
      return error;
  }
}
