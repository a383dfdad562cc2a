/** The share of a daemon that one client, session or agent may take. Each limit can be set with `--limit <name>=<number>`. */
export const defaultLimits = {
  /** Connections at the same time, of all clients. */
  connections: 1000,
  /** Bytes of request bodies that are in memory at the same time. */
  bodyBytes: 256 * 1024 * 1024,
  /** Sessions that a WebSocket is subscribed to. */
  subscriptionsPerSocket: 1000,
  /** Calls of a WebSocket that have not been answered. */
  callsPerSocket: 100,
  /** Bytes of an attached file. */
  attachmentBytes: 20 * 1024 * 1024,
  /** Bytes of all attached files of a session. */
  attachmentBytesPerSession: 512 * 1024 * 1024,
  /** Bytes of a file that is written or uploaded, and of all that an archive holds, unpacked. */
  fileBytes: 1024 * 1024 * 1024,
  /** Files and folders of an uploaded archive. */
  archiveEntries: 100_000,
  /** Sessions, ended ones included. */
  sessions: 100_000,
  /** Agents that run at the same time; beyond it, a session waits until one exits or makes room. */
  runningAgents: 100,
  /** Characters of a session's events that are not stored yet; beyond it, its agent is not read, or interrupted if it shares a server. */
  uncommittedChars: 4 * 1024 * 1024,
  /** Bytes of a line of an agent's output; a longer one is not read, and reported as unparsed. */
  lineBytes: 64 * 1024 * 1024,
  /** Items of a session that are open at the same time; beyond it, the oldest is closed and the agent interrupted. */
  openItems: 1000,
  /** Messages in the queue of a session. */
  queuedMessages: 100,
  /** Bytes of the messages in the queue of a session; beyond it, no more are queued. */
  queuedBytes: 16 * 1024 * 1024,
  /** Lines that could not be parsed, per turn; further ones are counted and reported together. */
  unparsedLines: 20,
};
export type Limits = typeof defaultLimits;
