import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { TestDaemon } from './daemon.js';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface RawOptions {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as is; a URL would be normalised. */
  path?: string;
}

/** Sends an HTTP request with arbitrary headers, including those that fetch forbids. */
export function rawRequest(
  url: string,
  { method = 'GET', headers = {}, path }: RawOptions = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, ...(path === undefined ? {} : { path }) }, async (response) => {
      resolve({ status: response.statusCode!, headers: response.headers, body: await text(response) });
    })
      .on('upgrade', (response, socket) => {
        socket.destroy();
        resolve({ status: response.statusCode!, headers: response.headers, body: '' });
      })
      .on('error', reject)
      .end();
  });
}

/** Requests a WebSocket upgrade and returns the response. */
export function rawUpgrade(url: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  return rawRequest(url, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  });
}

/** Sends arbitrary bytes and returns the response as text. */
export async function answerTo(daemon: Pick<TestDaemon, 'url'>, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(daemon.url).port), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

/** Parses the problem in a raw response. */
export function problemIn(answer: string): Record<string, unknown> {
  const [head, body] = answer.split('\r\n\r\n');
  expect(head).toMatch(/content-type: application\/problem\+json/i);
  return JSON.parse(body!) as Record<string, unknown>;
}
