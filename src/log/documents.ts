/** What `kind` and `id` of a document may consist of: any store can have them as a key. */
export const DOCUMENT_NAME = /^[A-Za-z0-9_-]{1,128}$/;

/** The most UTF-8 bytes of a document's or a journal entry's JSON text. */
export const MAX_DOCUMENT_BYTES = 256 * 1024;

/** A small JSON text of the daemon itself, such as a token, found by its kind and id. */
export interface StoredDocument {
  kind: string;
  id: string;
  /** Grows with every change in the store, also if a document is deleted and put again; otherwise opaque. */
  revision: number;
  json: string;
}

/**
 * The revision that a document must have for a change: `null` if it must not exist. Without one, the change happens in any
 * case.
 */
export type ExpectedRevision = number | null | undefined;

/** Documents, each durable and atomic by itself: nothing spans two of them. Calls are carried out in their order. */
export interface DocumentStore {
  get(kind: string, id: string): Promise<StoredDocument | null>;
  /** All of a kind, sorted by id. A change made meanwhile may be missing. */
  list(kind: string): Promise<StoredDocument[]>;
  /** Returns the new revision. Rejects with a RevisionError, and stores nothing, if the document has another one. */
  put(kind: string, id: string, json: string, expected?: ExpectedRevision): Promise<number>;
  /** Returns whether it existed. Rejects with a RevisionError as `put` does. */
  delete(kind: string, id: string, expected?: number): Promise<boolean>;
}
