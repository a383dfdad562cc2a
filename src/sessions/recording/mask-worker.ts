import { parentPort, workerData } from 'node:worker_threads';
import { cutText } from '../text-cut.js';
import { masker } from './mask.js';

/** How much is passed on at a time. */
const PART_CHARS = 512 * 1024;

/** The program of the thread that formats long lines of a recording: asked for a line, it sends the parts, then null. */
const port = parentPort!;
const mask = masker(workerData as string[]);

port.on('message', (line: object) => {
  for (const part of cutText(mask(`${JSON.stringify(line)}\n`), PART_CHARS)) port.postMessage(part);
  port.postMessage(null);
});
