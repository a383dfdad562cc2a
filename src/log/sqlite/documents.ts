import { requireDocumentNames, requireSmallJson } from '../document-limits.js';
import type { DocumentStore } from '../documents.js';
import type { StoreCall } from './store-thread.js';

/** The documents in a log's SQLite file. */
export function sqliteDocuments(call: StoreCall): DocumentStore {
  return {
    async get(kind, id) {
      requireDocumentNames(kind, id);
      return call('read', 'document', kind, id);
    },
    async list(kind) {
      requireDocumentNames(kind);
      return call('read', 'documents', kind);
    },
    async put(kind, id, json, expected) {
      requireDocumentNames(kind, id);
      requireSmallJson(json);
      return call('write to', 'putDocument', kind, id, json, expected);
    },
    async delete(kind, id, expected) {
      requireDocumentNames(kind, id);
      return call('write to', 'deleteDocument', kind, id, expected);
    },
  };
}
