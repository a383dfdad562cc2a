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
  /** As it is, where a URL would tidy it up. */
  path?: string;
}

/** An HTTP request with whatever headers, those among them that fetch would not send. */
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

/** What an upgrade to a WebSocket is answered with. */
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

/** Sends bytes that no client would, and gives the answer as it comes over the wire. */
export async function answerTo(daemon: Pick<TestDaemon, 'url'>, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(daemon.url).port), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

/** The problem in such an answer. */
export function problemIn(answer: string): Record<string, unknown> {
  const [head, body] = answer.split('\r\n\r\n');
  expect(head).toMatch(/content-type: application\/problem\+json/i);
  return JSON.parse(body!) as Record<string, unknown>;
}
