import { sessionChanges } from '../../sessions/index.js';
import { type Handlers, JsonPieces } from './handler.js';

export const changeHandlers = {
  getChanges: async ({ sessionId, turn = null }, { services: { host, log } }) =>
    new JsonPieces(await sessionChanges(log, await host.edited(sessionId), turn)),
} satisfies Partial<Handlers>;
