import { openLog } from '../../src/log/index.js';
import type { SessionInfo, UniversalEvent } from '../../src/schema/index.js';

export type StoredEvent = {
  [T in UniversalEvent['type']]: { type: T; data: Extract<UniversalEvent, { type: T }>['data'] };
}[UniversalEvent['type']] & {
  /** How long after the event before it; a millisecond by default. */
  afterMs?: number;
  /** The native payload of an event of the agent. */
  native?: object;
};

export interface StoredSession {
  id: string;
  title: string;
  /** After `session.started`. */
  events: readonly StoredEvent[];
  /** Of `session.started`. */
  metadata?: Record<string, unknown>;
  info?: Partial<SessionInfo>;
}

const START_TIME = Date.parse('2026-01-01T00:00:00Z');
/** About as large as those that a daemon writes. */
const BATCH = 3000;
const BATCH_CHARS = 128 * 1024;

/** Writes sessions into a data folder directly; creating them through the API would take minutes. */
export async function writeSessions(folder: string, sessions: readonly StoredSession[]): Promise<void> {
  const log = await openLog({ dataFolder: folder, sync: 'normal' });
  try {
    for (const [index, session] of sessions.entries()) {
      const events = eventsOf(session);
      const info = infoOf(session, START_TIME + index);
      const { agentMode, permissionMode, model, variant, title } = info;
      const config = { uid: session.id, agent: 'mock', agentMode, permissionMode, model, variant, title };
      const more = { agentVersion: null, directory: '/', env: {}, onAgentExit: 'end', resume: null };
      await log.create({
        sessionId: session.id,
        createdAt: info.createdAt,
        updatedAt: info.updatedAt,
        unsettled: false,
        ended: info.ended,
        config: JSON.stringify({ ...config, ...more }),
        info: JSON.stringify(info),
      });
      const natives = session.events.map(({ native }) => (native ? JSON.stringify(native) : null));
      let at = 0;
      for (const part of partsOf(events.map((event) => JSON.stringify(event)))) {
        const raws = part.map((_, nth) => natives[at + nth - 1] ?? null);
        const last = at + part.length;
        const batch = { sessionId: session.id, first: at + 1, last, events: part, raws, states: [] };
        await log.append(session.id, at, { batch });
        at = last;
      }
    }
  } finally {
    await log.close();
  }
}

function partsOf(texts: readonly string[]): string[][] {
  const parts: string[][] = [];
  let chars = 0;
  for (const text of texts) {
    const part = parts.at(-1);
    if (part && part.length < BATCH && chars < BATCH_CHARS) part.push(text);
    else parts.push([text]);
    chars = parts.at(-1)!.length === 1 ? text.length : chars + text.length;
  }
  return parts;
}

/** An ended session of messages, alternately of the user and the agent. */
export function conversation(texts: readonly string[]): StoredEvent[] {
  return [
    ...texts.flatMap((text, index) => messageOf(text, index)),
    { type: 'session.ended', data: { reason: 'completed', terminated_by: 'agent' } },
  ];
}

function eventsOf({ id, events, metadata = { agent: 'mock' } }: StoredSession): UniversalEvent[] {
  const payloads: StoredEvent[] = [{ type: 'session.started', data: { metadata } }, ...events];
  let time = START_TIME;
  return payloads.map(({ type, data, afterMs = 1, native }, index) => {
    if (index > 0) time += afterMs;
    return {
      event_id: `evt_${id}_${index}`,
      sequence: index + 1,
      time: new Date(time).toISOString(),
      session_id: id,
      native_session_id: null,
      synthetic: native === undefined,
      source: native === undefined ? 'daemon' : 'agent',
      type,
      data,
      raw: null,
    } as UniversalEvent;
  });
}

function messageOf(text: string, index: number): StoredEvent[] {
  const item = {
    item_id: `itm_${index}`,
    native_item_id: null,
    parent_id: null,
    kind: 'message' as const,
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
  };
  return [
    { type: 'item.started', data: { item: { ...item, content: [], status: 'in_progress' } } },
    { type: 'item.delta', data: { item_id: item.item_id, native_item_id: null, delta: text } },
    {
      type: 'item.completed',
      data: { item: { ...item, content: [{ type: 'text', text }], status: 'completed' } },
    },
  ];
}

function infoOf({ id, title, events, info }: StoredSession, createdAt: number): SessionInfo {
  const ended = events.at(-1)?.type === 'session.ended';
  return {
    sessionId: id,
    agent: 'mock',
    agentVersion: null,
    agentMode: 'build',
    permissionMode: 'default',
    model: null,
    variant: null,
    title,
    directory: '/',
    mcp: null,
    skills: null,
    nativeSessionId: null,
    ended,
    status: ended ? 'ended' : 'idle',
    state: ended ? 'ended' : 'live',
    eventCount: events.length + 1,
    lastSequence: events.length + 1,
    queued: 0,
    threads: [],
    usage: {},
    context: null,
    costUsd: 0,
    createdAt,
    updatedAt: createdAt,
    ...info,
  };
}
