import { type Memory, MemoryLog } from '../support/memory-log.js';
import { logConformance } from './log.js';

logConformance('memory', async () => {
  const memory: Memory = new Map();
  return { open: async () => new MemoryLog(memory) };
});
