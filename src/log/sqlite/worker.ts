import { parentPort, workerData } from 'node:worker_threads';
import type { LogOptions } from '../log.js';
import { StoreCalls } from './store-thread.js';
import { encodeError } from './thread-error.js';
import type { ThreadRequest, ThreadResponse } from './worker-thread.js';

/** The program of the thread that a daemon keeps its log on. */
const port = parentPort!;
let calls: StoreCalls | null = null;

port.on('message', ([id, method, args]: ThreadRequest) => {
  const respond = (response: ThreadResponse) => port.postMessage(response);
  try {
    calls ??= new StoreCalls(workerData as LogOptions);
    respond([id, calls.run(method, args)]);
  } catch (error) {
    respond([id, null, encodeError(error)]);
  }
  // A thread that could not open the store has nothing to do either.
  if (method === 'close' || !calls) port.close();
});
