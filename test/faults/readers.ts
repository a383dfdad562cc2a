import { get, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { UniversalEvent } from '../../src/schema/index.js';
import { Reading } from './reading.js';

/** The session to read, and how to read it. */
export interface Wish {
  url: string;
  sessionId: string;
  offset?: number;
  raw?: boolean;
}

/** The notification that wraps an event. */
const NOTIFICATION = '{"jsonrpc":"2.0","method":"event","params":';

/** Reads over WebSocket. Resolves once it is subscribed; with `idle` nothing is read from then on. */
export async function overWebSocket({ url, sessionId, offset = 0, raw = false }: Wish, idle = false) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws`);
  const reading = new Reading(offset, () => socket.terminate());
  onTestFinished(() => socket.terminate());
  const notifications: string[] = [];
  const subscribed = new Promise<void>((resolve, reject) => {
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith(NOTIFICATION)) return reading.take(text.slice(NOTIFICATION.length, -1));
      notifications.push(text);
      if (!text.includes('"id":1')) return;
      if (text.includes('"error":{')) reject(new Error(text));
      if (idle) socket.pause();
      resolve();
    });
    socket.on('close', (code) => {
      reading.over(code);
      reject(new Error(`closed with ${code}`));
    });
    socket.on('error', reject);
  });
  socket.on('open', () => {
    const params = { sessionId, offset, includeRaw: raw, includeState: !raw };
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'session/subscribe', params }));
  });
  await subscribed;
  return Object.assign(reading, { socket, notifications });
}

/** Reads over SSE; `resume` passes the offset as Last-Event-ID, like a reconnecting client. */
export async function overSse({ url, sessionId, offset = 0, raw = false }: Wish, resume = false) {
  const { response, close } = await openSse({ url, sessionId, offset, raw }, resume);
  const reading = new Reading(offset, close);
  readSseTexts(response, reading);
  return reading;
}

/** A stream of which nothing has been read yet. */
export function openSse({ url, sessionId, offset = 0, raw = false }: Wish, resume = false) {
  const query = `include_raw=${raw}${resume ? '' : `&offset=${offset}`}`;
  const headers = resume ? { 'last-event-id': String(offset) } : {};
  return new Promise<{ response: IncomingMessage; close(): void }>((resolve, reject) => {
    const request = get(`${url}/v1/sessions/${sessionId}/events/sse?${query}`, { headers, agent: false });
    const close = () => void request.destroy();
    onTestFinished(close);
    request.on('error', reject);
    request.on('response', (response) => {
      // 204: the session has ended and the reader has all of it.
      if (response.statusCode === 200 || response.statusCode === 204) resolve({ response, close });
      else reject(new Error(`status ${response.statusCode}`));
    });
  });
}

/** Feeds the events of a stream to a reading. */
export function readSseTexts(response: IncomingMessage, reading: Reading): void {
  let rest = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const found = /^id: (\d+)\ndata: ([^\r\n]*)$/.exec(block);
      if (found) reading.take(found[2]!);
      if (found && Number(found[1]) !== reading.last)
        reading.faults.push(`id ${found[1]} at ${reading.last}`);
      if (!found && !block.startsWith(':')) reading.faults.push(`no event: ${block}`);
    }
  });
  response.on('end', () => reading.over('end'));
  response.on('error', () => reading.over('broken'));
  response.on('close', () => reading.over('broken'));
}

/** Reads page by page. After an empty page it waits until `ahead` has more events. */
export function byPolling(
  { url, sessionId, offset = 0, raw = false }: Wish,
  limit: () => number,
  ahead: Reading,
): Reading {
  let isClosed = false;
  const reading = new Reading(offset, () => {
    isClosed = true;
  });
  onTestFinished(reading.close);
  const poll = async () => {
    while (!isClosed) {
      const query = `offset=${reading.last}&limit=${limit()}&include_raw=${raw}`;
      const response = await fetch(`${url}/v1/sessions/${sessionId}/events?${query}`);
      const { events } = (await response.json()) as { events: UniversalEvent[] };
      for (const event of events) reading.take(JSON.stringify(event));
      if (events.at(-1)?.type === 'session.ended') return reading.over('end');
      if (events.length === 0) await ahead.reached(reading.last + 1);
    }
  };
  poll().catch(() => reading.over('broken'));
  return reading;
}

/** All events of a session as JSON texts, read in large pages. */
export async function allTexts(url: string, sessionId: string, raw = false): Promise<string[]> {
  const texts: string[] = [];
  for (;;) {
    const query = `offset=${texts.length}&limit=10000&include_raw=${raw}`;
    const response = await fetch(`${url}/v1/sessions/${sessionId}/events?${query}`);
    const { events, hasMore } = (await response.json()) as { events: UniversalEvent[]; hasMore: boolean };
    for (const event of events) texts.push(JSON.stringify(event));
    if (!hasMore) return texts;
  }
}

/** The first difference between a reading and the log, or null if the reading is exactly the expected slice. */
export function difference(reading: Reading, log: readonly string[]): string | null {
  if (reading.faults.length > 0) return reading.faults.slice(0, 3).join('; ');
  for (const [i, text] of reading.texts.entries()) {
    if (text !== log[reading.offset + i]) return `event ${reading.offset + i + 1} is ${text.slice(0, 300)}`;
  }
  return null;
}
