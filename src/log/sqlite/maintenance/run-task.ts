import { Worker } from 'node:worker_threads';
import { LogError } from '../../errors.js';
import { decodeError, type EncodedError } from '../thread-error.js';
import { type OnProgress, type TaskName, type Tasks, tasks } from './tasks.js';

export interface TaskRequest {
  name: TaskName;
  options: unknown;
}

export type TaskMessage = { progress: number } | { result: unknown } | { error: EncodedError };

type OptionsOf<K extends TaskName> = Parameters<Tasks[K]>[0];
type ResultOf<K extends TaskName> = ReturnType<Tasks[K]>;

/** There is none when Greenroom runs from its sources. */
const WORKER = import.meta.url.endsWith('.js') ? new URL('./task-worker.js', import.meta.url) : null;

/** Does a task on a thread of its own, so that the caller can show that it goes on. */
export async function runTask<K extends TaskName>(
  name: K,
  options: OptionsOf<K>,
  onProgress: OnProgress = () => {},
): Promise<ResultOf<K>> {
  if (WORKER) return inWorker(WORKER, { name, options }, onProgress) as Promise<ResultOf<K>>;
  const run = tasks[name] as (options: OptionsOf<K>, onProgress: OnProgress) => ResultOf<K>;
  return run(options, onProgress);
}

function inWorker(program: URL, workerData: TaskRequest, onProgress: OnProgress): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { workerData });
    worker.on('message', (message: TaskMessage) => {
      if ('progress' in message) onProgress(message.progress);
      else if ('error' in message) reject(decodeError(message.error));
      else resolve(message.result);
    });
    worker.on('error', reject);
    worker.on('exit', () => reject(new LogError(`the thread that was to ${workerData.name} has ended`)));
  });
}
