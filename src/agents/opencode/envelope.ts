import { field } from '../kit/native.js';
import { type ParsedEvent, parser } from './native.js';

/** An event of a session. */
export interface SessionEvent {
  /** The event without the envelope that the server puts around it. */
  text: string;
  session: string;
  /** Missing for deltas, which are many: they are routed without being parsed. */
  parsed?: ParsedEvent;
}

/** The order of the keys is the server's own; in any other order deltas are parsed like everything else. */
const DELTA =
  /"payload":(?=\{"id":"[^"]*","type":"message\.part\.delta","properties":\{"sessionID":"([^"\\]+)")/;

/** The event in an envelope; null where it is about no session, or a copy of an event that is sent anyway. */
export function unwrap(data: string): SessionEvent | null {
  const delta = DELTA.exec(data);
  if (delta !== null && data.endsWith('"}}}'))
    return { text: data.slice(delta.index + delta[0].length, -1), session: delta[1]! };
  let event: unknown;
  try {
    event = field(JSON.parse(data), 'payload');
  } catch {
    return null;
  }
  // Each event that the server stores is sent a second time as a `sync`.
  if (field(event, 'type') === 'sync') return null;
  const session = sessionOf(event);
  return session === null ? null : { text: JSON.stringify(event), session, parsed: parser.parseValue(event) };
}

/** The session that an event is about, also of an event that we have no schema for. */
function sessionOf(event: unknown): string | null {
  const type = field(event, 'type');
  const properties = field(event, 'properties');
  const info = field(properties, 'info');
  const isAboutSession = typeof type === 'string' && type.startsWith('session.');
  const id =
    field(properties, 'sessionID') ??
    field(info, 'sessionID') ??
    field(field(properties, 'part'), 'sessionID') ??
    (isAboutSession ? field(info, 'id') : null);
  return typeof id === 'string' ? id : null;
}
