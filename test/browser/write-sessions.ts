import { openLog } from '../../src/log/index.js';
import type { SessionInfo, UniversalEvent } from '../../src/schema/index.js';

export interface StoredSession {
  id: string;
  title: string;
  /** The messages, alternately of the user and the agent. */
  texts: string[];
}

const START_TIME = Date.parse('2026-01-01T00:00:00Z');
const BATCH = 3000;

/** Writes ended sessions into a data folder directly; creating them through the API would take minutes. */
export async function writeSessions(folder: string, sessions: readonly StoredSession[]): Promise<void> {
  const log = await openLog({ dataFolder: folder, sync: 'normal' });
  try {
    for (const [index, session] of sessions.entries()) {
      const events = eventsOf(session);
      const info = infoOf(session, START_TIME + index, events.length);
      const { agentMode, permissionMode, model, variant, title } = info;
      const config = { uid: session.id, agent: 'mock', agentMode, permissionMode, model, variant, title };
      const more = { agentVersion: null, directory: '/', env: {}, onAgentExit: 'end', resume: null };
      await log.create({
        sessionId: session.id,
        createdAt: info.createdAt,
        updatedAt: info.updatedAt,
        unsettled: false,
        ended: true,
        config: JSON.stringify({ ...config, ...more }),
        info: JSON.stringify(info),
      });
      for (let at = 0; at < events.length; at += BATCH) {
        const part = events.slice(at, at + BATCH);
        const batch = {
          sessionId: session.id,
          first: at + 1,
          last: at + part.length,
          events: part.map((event) => JSON.stringify(event)),
          raws: part.map(() => null),
          states: [],
        };
        await log.append(session.id, at, { batch });
      }
    }
  } finally {
    await log.close();
  }
}

type Payload = {
  [T in UniversalEvent['type']]: { type: T; data: Extract<UniversalEvent, { type: T }>['data'] };
};

function eventsOf({ id, texts }: StoredSession): UniversalEvent[] {
  const payloads: Payload[UniversalEvent['type']][] = [
    { type: 'session.started', data: { metadata: { agent: 'mock' } } },
    ...texts.flatMap(messageOf),
    { type: 'session.ended', data: { reason: 'completed', terminated_by: 'agent' } },
  ];
  return payloads.map(
    ({ type, data }, index) =>
      ({
        event_id: `evt_${id}_${index}`,
        sequence: index + 1,
        time: new Date(START_TIME + index).toISOString(),
        session_id: id,
        native_session_id: null,
        synthetic: true,
        source: 'daemon',
        type,
        data,
        raw: null,
      }) as UniversalEvent,
  );
}

function messageOf(text: string, index: number): Payload[UniversalEvent['type']][] {
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

function infoOf({ id, title }: StoredSession, createdAt: number, events: number): SessionInfo {
  return {
    sessionId: id,
    agent: 'mock',
    agentMode: 'build',
    permissionMode: 'default',
    model: null,
    variant: null,
    title,
    directory: '/',
    nativeSessionId: null,
    ended: true,
    status: 'ended',
    state: 'ended',
    eventCount: events,
    lastSequence: events,
    queued: 0,
    threads: [],
    usage: {},
    costUsd: 0,
    createdAt,
    updatedAt: createdAt,
  };
}
