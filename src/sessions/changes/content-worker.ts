import { parentPort } from 'node:worker_threads';
import { perform, type Task } from './tasks.js';

/** The program of the thread that compares the contents of files. */
const port = parentPort!;

port.on('message', (task: Task) => port.postMessage(perform(task)));
