import { parentPort, workerData } from 'node:worker_threads';
import { encodeError } from '../thread-error.js';
import type { TaskMessage, TaskRequest } from './run-task.js';
import { type OnProgress, tasks } from './tasks.js';

/** The program of a thread that does one task. */
const send = (message: TaskMessage) => parentPort!.postMessage(message);
const { name, options } = workerData as TaskRequest;
try {
  const run = tasks[name] as (options: unknown, onProgress: OnProgress) => unknown;
  send({ result: run(options, (progress) => send({ progress })) });
} catch (error) {
  send({ error: encodeError(error) });
}
