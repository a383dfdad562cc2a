import { type GreenroomClient, GreenroomError, type SessionInfo } from '../../client/index.js';
import { suggestion } from '../../configuration/suggestion.js';
import { EXIT } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';

/** The session with the newest activity. No id contains an `@`. */
const LAST = '@last';
/** How many ids an error lists. */
const MOST_LISTED = 5;

/** The session that a user names: by its id, the beginning of one, or `@last`. */
export async function findSession(client: GreenroomClient, given: string): Promise<SessionInfo> {
  if (given === LAST) return lastSession(client);
  const exact = await withId(client, given);
  if (exact) return exact;
  const ids: string[] = [];
  const found: SessionInfo[] = [];
  for await (const session of client.sessions.list()) {
    ids.push(session.sessionId);
    if (given !== '' && session.sessionId.startsWith(given)) found.push(session);
  }
  if (found.length === 1) return found[0]!;
  if (found.length > 1) throw ambiguous(given, found);
  throw unknown(given, ids);
}

/**
 * The same for commands that need nothing but the id. A token that may not look at sessions can name them only by their
 * whole ids.
 */
export async function findSessionId(client: GreenroomClient, given: string): Promise<string> {
  try {
    return (await findSession(client, given)).sessionId;
  } catch (error) {
    if (given !== LAST && GreenroomError.is(error, 'forbidden')) return given;
    throw error;
  }
}

async function lastSession(client: GreenroomClient): Promise<SessionInfo> {
  const { sessions } = await client.sessions.page({ limit: 1 });
  if (sessions[0]) return sessions[0];
  throw new UsageError('there are no sessions yet; start one with: greenroom run', EXIT.notFound);
}

/** Null also for what cannot be an id. */
async function withId(client: GreenroomClient, id: string): Promise<SessionInfo | null> {
  if (!/^[\w.-]{1,128}$/.test(id)) return null;
  try {
    return await client.session(id).info();
  } catch (error) {
    if (GreenroomError.is(error, 'session_not_found')) return null;
    throw error;
  }
}

function ambiguous(given: string, found: readonly SessionInfo[]): UsageError {
  const ids = found.slice(0, MOST_LISTED).map(({ sessionId }) => sessionId);
  const more = found.length > ids.length ? ' …' : '';
  return new UsageError(`${found.length} sessions begin with ${given}: ${ids.join(', ')}${more}`, EXIT.usage);
}

function unknown(given: string, ids: readonly string[]): UsageError {
  const near = suggestion(given, ids);
  const advice = near === null ? 'list them with: greenroom ls --all' : `did you mean ${near}?`;
  return new UsageError(`there is no session ${given}; ${advice}`, EXIT.notFound);
}
