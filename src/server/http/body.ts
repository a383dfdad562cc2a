import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../schema/index.js';

export const JSON_LIMIT = 10 * 1024 * 1024;

/** Parses every body as JSON, whatever its content type: curl labels all posts as forms. */
export function readJson(app: FastifyInstance): void {
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

/** Passes the bodies of one scope's routes on as they arrive. */
export function streamBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
}

/** Leaves the bodies of one scope's routes unparsed. */
export function readBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
