/** What the tags of the routes stand for, in the order of the document. */
export const tags: Record<string, string> = {
  daemon: 'The daemon itself',
  agents: 'The programs that code: which there are, and what they can do',
  sessions: 'A session is one conversation with one agent',
  messages: 'What a client says in a session',
  requests: 'Permissions and questions that wait for a human',
  events: 'The universal stream of a session: one form for all agents',
  state: 'The state machines, and where a session is in its own',
  documents: 'What the daemon offers, for machines to read',
};
