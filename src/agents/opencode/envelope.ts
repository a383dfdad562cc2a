/** An event as the server sends it, before anybody has looked closer. */
export interface ServerEvent {
  id?: string;
  type: string;
  properties: Record<string, unknown>;
}

export interface Unwrapped {
  /** The event without what the server wraps around it. */
  text: string;
  session: string;
  /** Parsed, but for deltas. */
  event: ServerEvent | null;
}

/** The order is the server's own; where it is another one day, deltas are parsed like all else. */
const DELTA =
  /"payload":(?=\{"id":"[^"]*","type":"message\.part\.delta","properties":\{"sessionID":"([^"\\]+)")/;

/** The event in what the server sends of all folders; null where it is no session's, or said twice. */
export function unwrap(data: string): Unwrapped | null {
  const delta = DELTA.exec(data);
  if (delta !== null && data.endsWith('"}}}'))
    return { text: data.slice(delta.index + delta[0].length, -1), session: delta[1]!, event: null };
  let event: Partial<ServerEvent> | null | undefined;
  try {
    event = (JSON.parse(data) as { payload?: Partial<ServerEvent> } | null)?.payload;
  } catch {
    return null;
  }
  if (typeof event?.type !== 'string' || typeof event.properties !== 'object' || event.properties === null)
    return null;
  // Each event that the server keeps is sent once more, for those who keep copies.
  if (event.type === 'sync') return null;
  const known = event as ServerEvent;
  const { id } = sessionOf(known);
  return id === null ? null : { text: JSON.stringify(event), session: id, event: known };
}

interface Naming {
  sessionID?: unknown;
  info?: { id?: unknown; sessionID?: unknown; parentID?: unknown };
  part?: { sessionID?: unknown };
}

/** The session that an event is about, and the one that it came from. */
export function sessionOf({ type, properties }: ServerEvent): { id: string | null; parent: string | null } {
  const { sessionID, info, part } = properties as Naming;
  const own = type.startsWith('session.') ? info?.id : undefined;
  const id = sessionID ?? info?.sessionID ?? part?.sessionID ?? own;
  const parent = info?.parentID;
  return { id: typeof id === 'string' ? id : null, parent: typeof parent === 'string' ? parent : null };
}

/** The message that an event is about; undefined where it is about none. */
export function messageOf({ type, properties }: ServerEvent): unknown {
  const { info, part } = properties as { info?: { id?: unknown }; part?: { messageID?: unknown } };
  return type === 'message.updated' ? info?.id : part?.messageID;
}
