import { openLog } from '../../src/log/index.js';
import { tempFolder } from '../support/temp-folder.js';
import { logConformance } from './log.js';

logConformance('SQLite', async () => {
  const dataFolder = await tempFolder();
  return { open: () => openLog({ dataFolder, sync: 'normal' }) };
});
