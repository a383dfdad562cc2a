import { openSqliteLog } from '../../src/log/sqlite/sqlite-log.js';
import { tempFolder } from '../support/temp-folder.js';
import { logConformance } from './log.js';

const threads = {
  'the calling thread': null,
  'a thread of its own': new URL('../../dist/src/log/sqlite/worker.js', import.meta.url),
};

for (const [name, worker] of Object.entries(threads)) {
  logConformance(`SQLite on ${name}`, async () => {
    const dataFolder = await tempFolder();
    return { open: () => openSqliteLog({ dataFolder, sync: 'normal' }, worker) };
  });
}
