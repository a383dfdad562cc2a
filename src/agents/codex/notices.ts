/** Codex refused to begin a turn, or did not answer. */
export interface TurnRefused {
  type: 'turnRefused';
  /** Of JSON-RPC; 0 where there was no answer. */
  code: number;
  message: string;
}

/** Reported by the connection itself. */
export type CodexNotice = TurnRefused;
