import { expect } from 'vitest';
import type { Notice } from '../../../src/agents/opencode/notices.js';
import { type OpenCodeState, translator } from '../../../src/agents/opencode/translate.js';
import type { Draft, UniversalEvent, UniversalItem } from '../../../src/schema/index.js';
import { violations } from '../../support/invariants.js';
import type { Event } from './recording.js';
import { inputOf, ReplayedSession } from './replay.js';

/** Events as the server sends them, of session `s1` and the turn that begins with message `u1`. */

const session = { id: 's1', directory: '/w', version: '1.18.33', time: { created: 100 } };
const here = { sessionID: 's1', messageID: 'a1' };

const opened = (info: object = {}): Notice => ({
  type: 'sessionOpened',
  info: { ...session, ...info },
  version: '1.18.33',
  resumed: false,
});

let events = 0;
export const event = (type: string, properties: object): Event => ({
  id: `evt_${events++}`,
  type,
  properties,
});

export const status = (type: string, more: object = {}, sessionID = 's1') =>
  event('session.status', { sessionID, status: { type, ...more } });
export const busy = status('busy');
export const idle = status('idle');
export const idleAgain = event('session.idle', { sessionID: 's1' });
export const failed = (name: string, message: string, more: object = {}, sessionID: string | null = 's1') =>
  event('session.error', { sessionID, error: { name, data: { message, ...more } } });

export const user = (id = 'u1', more: object = {}) =>
  event('message.updated', {
    info: { id, sessionID: 's1', role: 'user', time: { created: 1000 }, ...more },
  });
export const assistant = (id = 'a1', more: object = {}) =>
  event('message.updated', {
    info: { id, sessionID: 's1', role: 'assistant', parentID: 'u1', time: { created: 1100 }, ...more },
  });
export const done = (id = 'a1', more: object = {}) =>
  assistant(id, { time: { created: 1100, completed: 1500 }, finish: 'stop', ...more });

export const part = (given: object) => event('message.part.updated', { part: { ...here, ...given } });
export const delta = (text: string, partID = 'p1', more: object = {}) =>
  event('message.part.delta', { ...here, partID, field: 'text', delta: text, ...more });
export const begins = (id = 'p1', type = 'text', more: object = {}) =>
  part({ id, type, text: '', time: { start: 1 }, ...more });
export const ends = (text: string, id = 'p1', type = 'text', more: object = {}) =>
  part({ id, type, text, time: { start: 1, end: 2 }, ...more });
export const userText = (text: string, more: object = {}) =>
  part({ messageID: 'u1', id: 'up1', type: 'text', text, ...more });
/** The fields of a tool's state that a test may leave out. */
const toolStates: Record<string, object> = {
  running: { time: { start: 1 } },
  completed: { output: '', metadata: {}, time: { start: 1, end: 2 } },
  error: { error: '', time: { start: 1, end: 2 } },
};
export const tool = (name: string, state: { status?: string; [field: string]: unknown }, more: object = {}) =>
  part({
    id: 't1',
    type: 'tool',
    tool: name,
    callID: 'c1',
    state: { input: {}, ...toolStates[state.status ?? ''], ...state },
    ...more,
  });

/** A turn from its prompt up to its first assistant message. */
export const beginning: Event[] = [user(), userText('go'), busy, assistant()];
export const ending: Event[] = [done(), busy, idle, idleAgain];

/** The drafts of events and notices from the start of a session on. */
export function translated(...given: (Event | Notice)[]): { state: OpenCodeState; drafts: Draft[] } {
  let state = translator.initial(['/w']);
  const drafts: Draft[] = [];
  for (const each of [opened(), ...given]) {
    const step = translator.translate(state, inputOf(each));
    state = step.state;
    drafts.push(...step.drafts);
  }
  return { state, drafts: drafts.slice(1) };
}

/** A session that was just opened. */
export function conversation(info: object = {}): Conversation {
  return new Conversation(info);
}

export class Conversation extends ReplayedSession {
  constructor(info: object = {}) {
    super({ ...session, ...info });
    this.attach(false);
  }

  /** Sends a message, which gets the native id `messageId`. */
  prompt(message = 'go', messageId = 'u1', whenBusy: 'queue' | 'steer' = 'queue'): this {
    const clientMessageId = `client-${messageId}`;
    this.rig.message(message, { messageId: clientMessageId, whenBusy });
    this.feed({ type: 'prompted', turnId: this.turn!, messageId, clientMessageId });
    return this;
  }

  emit(...given: (Event | Notice)[]): this {
    for (const each of given) this.feed(each);
    expect(violations(this.rig.events)).toEqual([]);
    return this;
  }

  get turn(): string | undefined {
    return this.rig.snapshot.context.turn?.id;
  }

  of<T extends UniversalEvent['type']>(type: T): Extract<UniversalEvent, { type: T }>[] {
    return this.rig.events.filter((each) => each.type === type) as Extract<UniversalEvent, { type: T }>[];
  }

  /** The items that were completed. */
  get items(): UniversalItem[] {
    return this.of('item.completed').map(({ data }) => data.item);
  }

  get outcomes(): string[] {
    return this.of('turn.ended').map(({ data }) => data.metadata.outcome);
  }

  /** The messages, in short. */
  get talk(): string[] {
    return this.items
      .filter(({ kind }) => kind === 'message')
      .map(({ role, content, status: how }) => {
        const text = content.map((each) => ('text' in each ? each.text : `<${each.type}>`)).join('');
        return `${role}${how === 'failed' ? ' (failed)' : ''}: ${text}`;
      });
  }
}
