import { parentPort, workerData } from 'node:worker_threads';
import { Database } from './database.js';

/** The program of the thread that writes the write-ahead log back. Passive: it waits for nobody, and nobody for it. */
const port = parentPort!;
const database = new Database(workerData as string);

// A crash may have left something to write back. It also opens the files, which SQLite does only when it needs them.
writeBack();

port.on('message', (message: 'write back' | 'end') => {
  if (message === 'write back') return writeBack();
  database.close();
  port.close();
});

function writeBack(): void {
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  } catch {
    // A full or slow disk: the log's own thread meets it, too, and tells of it.
  }
}
