import type { Writable } from 'node:stream';
import type { Sink } from '../hub/index.js';

/** A socket or response as the hub sees it. */
export function sinkOf(stream: Writable): Sink {
  return {
    write: (bytes) => {
      stream.write(bytes);
    },
    get buffered() {
      return stream.writableLength;
    },
    get full() {
      return stream.writableNeedDrain;
    },
    room: () =>
      new Promise((resolve) => {
        if (!stream.writableNeedDrain || stream.destroyed) return resolve();
        const done = () => {
          stream.off('drain', done);
          stream.off('close', done);
          resolve();
        };
        stream.on('drain', done);
        stream.on('close', done);
      }),
  };
}
