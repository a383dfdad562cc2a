/** The server that the thread runs on. */
export interface ServerNotice {
  type: 'server';
  version: string;
}

/** A client has chosen a model: Codex's report of the change says nothing new. */
export interface ModelChosen {
  type: 'modelChosen';
  model: string;
}

/** A client asks for a compaction, which Codex's own report does not tell. */
export interface CompactionAsked {
  type: 'compactionAsked';
}

/** Codex refused to begin a turn, or did not answer. */
export interface TurnRefused {
  type: 'turnRefused';
  /** Of JSON-RPC; 0 where there was no answer. */
  code: number;
  message: string;
}

/** Reported by the connection itself. */
export type CodexNotice = ServerNotice | ModelChosen | CompactionAsked | TurnRefused;
