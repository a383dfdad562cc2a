import { requireDocumentNames, requireSmallJson } from '../../src/log/document-limits.js';
import { type DocumentStore, RevisionError, type StoredDocument } from '../../src/log/index.js';

/** Outlives the stores that are opened on it. */
export interface DocumentMemory {
  documents: Map<string, StoredDocument>;
  revision: number;
}

export function memoryDocuments(memory: DocumentMemory, requireOpen: () => void): DocumentStore {
  const { documents } = memory;
  const open = (...names: string[]): string => {
    requireOpen();
    requireDocumentNames(...names);
    return names.join('/');
  };
  const requireRevision = (key: string, expected: number | null | undefined) => {
    const actual = documents.get(key)?.revision ?? null;
    if (expected !== undefined && actual !== expected)
      throw new RevisionError(
        `document ${key} is at revision ${actual}, but its writer expected ${expected}`,
      );
  };
  return {
    async get(kind, id) {
      return documents.get(open(kind, id)) ?? null;
    },
    async list(kind) {
      open(kind);
      const found = [...documents.values()].filter((document) => document.kind === kind);
      return found.sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    async put(kind, id, json, expected) {
      const key = open(kind, id);
      requireSmallJson(json);
      requireRevision(key, expected);
      const revision = ++memory.revision;
      documents.set(key, { kind, id, revision, json });
      return revision;
    },
    async delete(kind, id, expected) {
      const key = open(kind, id);
      requireRevision(key, expected);
      return documents.delete(key);
    },
  };
}
