import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { LogOptions } from '../log.js';
import { StoreCalls } from './store-thread.js';
import { encodeError } from './thread-error.js';
import type { ThreadRequest, ThreadResponse } from './worker-thread.js';
import { WriteBack } from './write-back.js';

/** The program of the thread that a daemon keeps its log on. It is told which log in its first message. */
const port = parentPort!;
port.once('message', serve);

function serve(options: LogOptions): void {
  const writeBack = new WriteBack(
    new URL('./write-back-worker.js', import.meta.url),
    join(options.dataFolder, 'greenroom.sqlite'),
  );
  let calls: StoreCalls | null = null;
  let isWrittenBack = false;

  port.on('message', async (request: ThreadRequest) => {
    const [, method] = request;
    // SQLite tidies its files up when the last connection is closed.
    if (method === 'close') await writeBack.end();
    const isFirst = !calls;
    port.postMessage(responseTo(request));
    // Not with the first call: the start of a daemon waits for that.
    if (!isFirst && !isWrittenBack && method !== 'close') {
      isWrittenBack = true;
      writeBack.start();
    }
    // A thread that could not open the store has nothing to do either.
    if (method === 'close' || !calls) port.close();
  });

  function responseTo([id, method, args]: ThreadRequest): ThreadResponse {
    try {
      calls ??= new StoreCalls(options, writeBack);
      return [id, calls.run(method, args)];
    } catch (error) {
      return [id, null, encodeError(error)];
    }
  }
}
