/**
 * The share of a daemon that one client, session or agent may take. Nothing is imported here, so that the command line
 * can show them without loading anything else.
 */

const limit = (value: number, about: string) => ({ value, about });

/** The default of each limit, and what it bounds. Each can be set with `--limit <name>=<number>`. */
export const limitTable = {
  connections: limit(1000, 'Connections at the same time, of all clients'),
  bodyBytes: limit(256 * 1024 * 1024, 'Bytes of request bodies that are in memory at the same time'),
  subscriptionsPerSocket: limit(1000, 'Sessions that a WebSocket is subscribed to'),
  callsPerSocket: limit(100, 'Calls of a WebSocket that have not been answered'),
  attachmentBytes: limit(20 * 1024 * 1024, 'Bytes of an attached file'),
  attachmentBytesPerSession: limit(512 * 1024 * 1024, 'Bytes of all attached files of a session'),
  fileBytes: limit(
    1024 * 1024 * 1024,
    'Bytes of a file that is written or uploaded, and of all that an archive holds, unpacked',
  ),
  archiveEntries: limit(100_000, 'Files and folders of an uploaded archive'),
  sessions: limit(100_000, 'Sessions, ended ones included'),
  runningAgents: limit(
    100,
    'Agents that run at the same time; beyond it, a session waits until one exits or makes room',
  ),
  uncommittedChars: limit(
    4 * 1024 * 1024,
    "Characters of a session's events that are not stored yet; beyond it, its agent is not read, or interrupted if it shares a server",
  ),
  lineBytes: limit(
    64 * 1024 * 1024,
    "Bytes of a line of an agent's output; a longer one is not read, and reported as unparsed",
  ),
  openItems: limit(
    1000,
    'Items of a session that are open at the same time; beyond it, the oldest is closed and the agent interrupted',
  ),
  queuedMessages: limit(100, 'Messages in the queue of a session'),
  queuedBytes: limit(
    16 * 1024 * 1024,
    'Bytes of the messages in the queue of a session; beyond it, no more are queued',
  ),
  unparsedLines: limit(
    20,
    'Lines that could not be parsed, per turn; further ones are counted and reported together',
  ),
};

export type LimitName = keyof typeof limitTable;
export type Limits = Record<LimitName, number>;

export const limitNames = Object.keys(limitTable) as LimitName[];

export const defaultLimits = Object.fromEntries(
  limitNames.map((name) => [name, limitTable[name].value]),
) as Limits;

/** The name on the command line: `attachmentBytes` → `attachment-bytes` */
export function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
