import { vi } from 'vitest';
import type { Batch, Write } from '../../src/log/index.js';
import { Committer } from '../../src/sessions/committer.js';
import type { QueueWrite } from '../../src/sessions/stored-queue.js';

export interface Appended extends Write {
  sessionId: string;
  after: number;
}

/** A committer over a recording log that can be told to delay, or to refuse a session. */
export function committerRig() {
  const order: string[] = [];
  /** The appends, grouped by tick. */
  const ticks: Appended[][] = [];
  const committed: Batch[] = [];
  const failed = vi.fn();
  const unavailable = vi.fn();
  const available = vi.fn();
  const sleeps: (() => void)[] = [];
  const refused = new Map<string, Error>();
  /** The changed queues. */
  const queues = new Map<string, QueueWrite>();
  let gate: Promise<void> = Promise.resolve();
  let tick: Appended[] | null = null;
  const append = async (sessionId: string, after: number, write: Write) => {
    if (!tick) {
      tick = [];
      ticks.push(tick);
      order.push('append');
      queueMicrotask(() => {
        tick = null;
      });
    }
    tick.push({ sessionId, after, ...write });
    await gate;
    const error = refused.get(sessionId);
    if (error) throw error;
  };
  const committer = new Committer(
    { append },
    {
      describe: (sessionId) =>
        sessionId === 'gone'
          ? null
          : {
              sequence: 40,
              record: { info: `info of ${sessionId}` },
              checkpoint: null,
              queue: queues.get(sessionId) ?? null,
            },
      committed: (batch) => {
        order.push(`committed ${batch.sessionId} ${batch.first}-${batch.last}`);
        committed.push(batch);
      },
      written: (sessionId) => order.push(`written ${sessionId}`),
      failed,
      unavailable,
      available,
    },
    { sleep: () => new Promise((resolve) => sleeps.push(resolve)) },
  );
  return {
    committer,
    order,
    ticks,
    committed,
    failed,
    unavailable,
    available,
    sleeps,
    refused,
    queues,
    hold(): () => void {
      let release = () => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    add: (sessionId: string, first: number, last: number, text = '{}') => {
      for (let i = first; i <= last; i++) committer.add(sessionId, i, text, null);
    },
  };
}

export const spans = (appends: Appended[]) =>
  appends.map(({ sessionId, after, batch }) => [sessionId, after, batch?.first, batch?.last]);
