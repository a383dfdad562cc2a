import { requireSmallJson } from '../document-limits.js';
import type { Journal } from '../journal.js';
import type { StoreCall } from './store-thread.js';

/** The journal in a log's SQLite file. */
export function sqliteJournal(call: StoreCall): Journal {
  return {
    async append(entries) {
      for (const { json } of entries) requireSmallJson(json);
      await call('write to', 'record', entries);
    },
    read: (page) => call('read', 'entries', page),
    prune: (retention) => call('write to', 'pruneJournal', retention),
  };
}
