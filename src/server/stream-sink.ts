import type { Writable } from 'node:stream';
import type { Sink } from '../hub/index.js';

/** Adapts a socket or response to the hub. */
export function sinkOf(stream: Writable): Sink {
  let last = Promise.resolve();
  return {
    write: (bytes) => {
      stream.write(bytes);
    },
    get buffered() {
      return stream.writableLength;
    },
    inTurn: (work) => {
      const done = last.then(() => room(stream)).then(work);
      last = done.catch(() => {});
      return done;
    },
  };
}

/** Resolves once the stream has drained or is closed. */
export function room(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (!stream.writableNeedDrain || stream.destroyed) return resolve();
    const done = () => {
      stream.off('drain', done);
      stream.off('close', done);
      resolve();
    };
    stream.on('drain', done);
    stream.on('close', done);
  });
}
