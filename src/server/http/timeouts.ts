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

/** How often the time of headers is checked. */
const HEADERS_CHECK_MS = 5000;

export const checkMs = (headersMs: number) => Math.min(HEADERS_CHECK_MS, headersMs);
