import { Memory, MemoryLog } from '../support/memory-log.js';
import { logConformance } from './log.js';

logConformance('memory', async () => {
  const memory = new Memory();
  return { open: async () => new MemoryLog(memory) };
});
