import { CheckpointTable } from './checkpoint-table.js';
import type { Database } from './database.js';
import { DocumentTable } from './document-table.js';
import { JournalTable } from './journal-table.js';
import { LongValueTable } from './long-value-table.js';
import { NameTable } from './name-table.js';
import { QueueTable } from './queue-table.js';
import { ReceiptTable } from './receipt-table.js';
import { SessionTable } from './session-table.js';

/** Everything that is stored besides the events of sessions. */
export interface Tables {
  readonly sessions: SessionTable;
  readonly checkpoints: CheckpointTable;
  readonly queues: QueueTable;
  readonly names: NameTable;
  readonly receipts: ReceiptTable;
  readonly longValues: LongValueTable;
  readonly documents: DocumentTable;
  readonly journal: JournalTable;
}

export function prepareTables(database: Database): Tables {
  return {
    sessions: new SessionTable(database),
    checkpoints: new CheckpointTable(database),
    queues: new QueueTable(database),
    names: new NameTable(database),
    receipts: new ReceiptTable(database),
    longValues: new LongValueTable(database),
    documents: new DocumentTable(database),
    journal: new JournalTable(database),
  };
}
