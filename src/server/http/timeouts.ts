/** How long an HTTP client may take. Each ends the connection. */
export interface HttpTimeouts {
  /** From the start of a request to the end of its headers. */
  headersMs: number;
  /** For a part of the body; one that keeps arriving may take as long as it needs. */
  bodyMs: number;
  /** Between requests, and for reading a part of an answer. */
  idleMs: number;
}

export const defaultTimeouts: HttpTimeouts = { headersMs: 30_000, bodyMs: 30_000, idleMs: 60_000 };
