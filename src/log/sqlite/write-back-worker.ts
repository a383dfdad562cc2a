import { parentPort, workerData } from 'node:worker_threads';
import { Database } from './database.js';

/** The program of the thread that writes the write-ahead log back. Passive: it waits for nobody, and nobody for it. */
const port = parentPort!;
const database = new Database(workerData as string);

port.on('message', (message: 'write back' | 'end') => {
  if (message === 'end') {
    database.close();
    port.close();
    return;
  }
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch {
    // A full or slow disk: the log's own thread meets it, too, and tells of it.
  }
});
