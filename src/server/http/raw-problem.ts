import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Problem } from '../../schema/index.js';
import { PROBLEM_TYPE } from '../problems.js';

/** Sends a problem over a bare socket, when there is no response object, and closes it. */
export function endWithProblem(stream: Duplex, body: Problem): void {
  if (!stream.writable) return void stream.destroy();
  const text = JSON.stringify(body);
  const authenticate = body.status === 401 ? 'WWW-Authenticate: Bearer\r\n' : '';
  stream.end(
    `HTTP/1.1 ${body.status} ${STATUS_CODES[body.status] ?? ''}\r\n` +
      `Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nContent-Type: ${PROBLEM_TYPE}\r\n${authenticate}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}
