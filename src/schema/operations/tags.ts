/** Groups of operations, in document order. */
export const tags = {
  daemon: 'The daemon itself',
  agents: 'Coding agents: which are available, and what they can do',
  sessions: 'A session is one conversation with one agent',
  messages: 'Messages from a client to a session',
  queue: 'Messages that wait for the running turn to end',
  requests: 'Permissions and questions that need a reply',
  trust: 'Folders whose hooks, MCP servers, permission rules and plugins agents may use',
  events: 'The universal event stream of a session, the same for all agents',
  state: 'The state machines, and the state of each session',
  access: 'Tokens, pairing of browsers, and who did what',
  files: 'Files in the folders of sessions, and in those that the daemon was told of',
  documents: 'Machine-readable descriptions of this API',
} as const;

export type Tag = keyof typeof tags;
