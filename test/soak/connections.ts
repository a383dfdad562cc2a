import { get, type IncomingMessage } from 'node:http';
import WebSocket from 'ws';
import type { UniversalEvent } from '../../src/schema/index.js';
import { ask } from './request.js';

/** One connection of a reader. */
export interface Connection {
  pause(): void;
  resume(): void;
  /** Ends it without a word. */
  drop(): void;
  /** Resolves when it is over, whoever ended it. */
  over: Promise<void>;
}

export interface Wish {
  url: string;
  sessionId: string;
  /** The reader has everything up to this sequence. */
  after: number;
  take(text: string): void;
}

export type Transport = 'websocket' | 'sse' | 'polling';

export const connect: Record<Transport, (wish: Wish) => Connection> = {
  websocket: overWebSocket,
  sse: overSse,
  polling: byPolling,
};

/** The notification that wraps an event. */
const NOTIFICATION = '{"jsonrpc":"2.0","method":"event","params":';

function overWebSocket({ url, sessionId, after, take }: Wish): Connection {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws`, { perMessageDeflate: false });
  socket.on('open', () => {
    const call = { id: 1, method: 'session/subscribe', params: { sessionId, offset: after } };
    socket.send(JSON.stringify({ jsonrpc: '2.0', ...call }));
  });
  socket.on('message', (data) => {
    const text = String(data);
    if (text.startsWith(NOTIFICATION)) take(text.slice(NOTIFICATION.length, -1));
    else if (text.includes('"id":1,"error"')) socket.terminate();
  });
  socket.on('error', () => {});
  return {
    pause: () => socket.readyState === WebSocket.OPEN && socket.pause(),
    resume: () => socket.readyState === WebSocket.OPEN && socket.resume(),
    drop: () => socket.terminate(),
    over: new Promise((resolve) => socket.once('close', () => resolve())),
  };
}

function overSse({ url, sessionId, after, take }: Wish): Connection {
  let response: IncomingMessage | null = null;
  const headers = { 'last-event-id': String(after) };
  const request = get(`${url}/v1/sessions/${sessionId}/events/sse`, { headers, agent: false });
  const over = new Promise<void>((resolve) => {
    request.on('error', () => resolve());
    request.on('close', () => resolve());
  });
  request.on('response', (answer) => {
    response = answer;
    let rest = '';
    answer.setEncoding('utf8');
    answer.on('error', () => {});
    answer.on('data', (chunk: string) => {
      if (answer.statusCode !== 200) return;
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) {
        const data = /^data: ([^\r\n]*)/m.exec(block)?.[1];
        if (data !== undefined) take(data);
      }
    });
  });
  return {
    pause: () => response?.pause(),
    resume: () => response?.resume(),
    drop: () => request.destroy(),
    over,
  };
}

const POLL_MS = 100;
/** Small enough to need many pages, large enough to keep up. */
const PAGE = 500;

interface Page {
  events: UniversalEvent[];
  hasMore: boolean;
}

function byPolling({ url, sessionId, after, take }: Wish): Connection {
  const abort = new AbortController();
  let isPaused = false;
  let last = after;
  const over = (async () => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      if (abort.signal.aborted) return;
      if (isPaused) continue;
      for (let hasMore = true; hasMore && !abort.signal.aborted; ) {
        const events = `${url}/v1/sessions/${sessionId}/events?offset=${last}&limit=${PAGE}`;
        const { body: page } = await ask<Page>(events, { signal: abort.signal });
        for (const event of page.events) take(JSON.stringify(event));
        last += page.events.length;
        hasMore = page.hasMore;
      }
    }
  })().catch(() => {});
  return {
    pause: () => {
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
    },
    drop: () => abort.abort(),
    over,
  };
}
