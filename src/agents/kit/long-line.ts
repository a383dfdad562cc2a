import type { ParseFailure } from './native.js';

const MEBI = 1024 * 1024;

/** The parsed form of a line that was too long to be read: its beginning becomes one `agent.unparsed`. */
export function longLine(limitBytes: number): ParseFailure {
  const limit = limitBytes < MEBI ? `${limitBytes} bytes` : `${Math.round(limitBytes / MEBI)} MiB`;
  return {
    ok: false,
    name: null,
    known: false,
    error: `a line of more than ${limit}, which was not read`,
    isUnread: true,
  };
}
