import { requireSmallJson } from '../../src/log/document-limits.js';
import type { Journal, JournalEntry } from '../../src/log/index.js';

/** Outlives the journals that are opened on it. */
export interface JournalMemory {
  entries: JournalEntry[];
  last: number;
}

export function memoryJournal(memory: JournalMemory, requireOpen: () => void): Journal {
  return {
    async append(entries) {
      requireOpen();
      for (const { json } of entries) requireSmallJson(json);
      for (const entry of entries) memory.entries.push({ ...entry, position: ++memory.last });
    },
    async read({ limit, before = Infinity }) {
      requireOpen();
      const earlier = memory.entries.filter(({ position }) => position < before);
      return earlier.reverse().slice(0, limit);
    },
    async prune({ newest = Infinity, since = -Infinity }) {
      requireOpen();
      const isKept = ({ position, time }: JournalEntry) => position > memory.last - newest && time >= since;
      const first = memory.entries.findIndex(isKept);
      memory.entries.splice(0, first === -1 ? memory.entries.length : first);
    },
  };
}
