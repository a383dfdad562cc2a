import { onTestFinished } from 'vitest';
import WebSocket from 'ws';
import {
  type ClientOptions,
  type ConnectionState,
  GreenroomClient,
  type SessionListener,
  type SocketConstructor,
  type SubscribeOptions,
  type Timers,
  type UniversalEvent,
} from '../../src/client/index.js';

/** A client that is closed when the test ends. */
export function testClient(url: string, options: Partial<ClientOptions> = {}): GreenroomClient {
  const client = new GreenroomClient({
    url,
    WebSocket: WebSocket as unknown as SocketConstructor,
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

/** Resolves when the connection is in the given state. */
export function reaches<S extends ConnectionState['status']>(client: GreenroomClient, status: S) {
  return new Promise<Extract<ConnectionState, { status: S }>>((resolve) => {
    const check = (state: ConnectionState) => {
      if (state.status === status) resolve(state as Extract<ConnectionState, { status: S }>);
    };
    check(client.state);
    client.onState(check);
  });
}

/** Reads a session and can wait for its events. */
export function reading(
  client: GreenroomClient,
  sessionId: string,
  options: SubscribeOptions = {},
  more: Partial<SessionListener> = {},
) {
  const events: UniversalEvent[] = [];
  let wake = () => {};
  const subscription = client.session(sessionId).subscribe(
    {
      ...more,
      event: (event) => {
        events.push(event);
        wake();
      },
    },
    options,
  );
  const until = async (isThere: (events: readonly UniversalEvent[]) => boolean) => {
    while (!isThere(events)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { events, subscription, until };
}

/** All that an iterator has. */
export async function collect<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of iterable) all.push(each);
  return all;
}

/** Timers that fire on demand. */
export class HandTimers implements Timers {
  readonly waiting = new Map<number, { run: () => void; ms: number }>();
  #next = 1;

  setTimeout(run: () => void, ms: number): number {
    this.waiting.set(this.#next, { run, ms });
    return this.#next++;
  }

  clearTimeout(timer: unknown): void {
    this.waiting.delete(timer as number);
  }

  /** Fires all pending timers. */
  fire(): void {
    const due = [...this.waiting.values()];
    this.waiting.clear();
    for (const { run } of due) run();
  }
}
