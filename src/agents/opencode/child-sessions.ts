import type { SessionEvent } from './envelope.js';
import { calledSession, type NativePart } from './native-parts.js';
import type { RecoveredNotice } from './notices.js';

/** Limits the memory for a sub-agent that no call names. */
const LIMIT = 20_000;

interface ChildSession {
  /** The session whose call addressed it last. */
  parent: string;
  isBackground: boolean;
}

/** The sessions of sub-agents. Their events wait until a call has named them. */
export class ChildSessions {
  readonly #children = new Map<string, ChildSession>();
  readonly #waiting = new Map<string, SessionEvent[]>();
  readonly #busy = new Set<string>();

  /** Takes an event of our own session or of a sub-agent's; returns the events that are due, in order. */
  take(event: SessionEvent, own: string | null): SessionEvent[] {
    const { session, parsed } = event;
    if (parsed?.ok === true && parsed.name === 'session.created' && session !== own) {
      const isWaiting = parsed.message.info.parentID != null && !this.#children.has(session);
      if (isWaiting) this.#waiting.set(session, []);
    }
    const waiting = this.#waiting.get(session);
    if (waiting === undefined) return this.#due(event, own);
    waiting.push(event);
    return waiting.length < LIMIT ? [] : this.#release(session);
  }

  /** Messages were read anew, as events were lost; returns the events that are due by now. */
  recovered(notices: readonly RecoveredNotice[]): SessionEvent[] {
    const parts = notices.flatMap(({ messages }) => messages.flatMap((message) => message.parts));
    return parts.flatMap((part) => this.#named(part));
  }

  /** Whether a session goes on when the turn ends. */
  outlivesTurn(session: string): boolean {
    const child = this.#children.get(session);
    return child !== undefined && (child.isBackground || this.outlivesTurn(child.parent));
  }

  /** Whether a session is the given one, or a sub-agent somewhere below it. */
  isWithin(session: string, ancestor: string): boolean {
    if (session === ancestor) return true;
    const child = this.#children.get(session);
    return child !== undefined && this.isWithin(child.parent, ancestor);
  }

  /** Whether a sub-agent of a session is at work. */
  hasBusyBelow(session: string): boolean {
    return [...this.#busy].some((busy) => busy !== session && this.isWithin(busy, session));
  }

  /** The sub-agents at work that outlive the turn. */
  get inBackground(): string[] {
    return [...this.#busy].filter((session) => this.outlivesTurn(session));
  }

  #due(event: SessionEvent, own: string | null): SessionEvent[] {
    const { session, parsed } = event;
    if (parsed?.ok !== true) return [event];
    if (parsed.name === 'message.part.updated') return [event, ...this.#named(parsed.message.part)];
    if (parsed.name !== 'session.status') return [event];
    const isIdle = parsed.message.status.type === 'idle';
    if (session !== own && !isIdle) this.#busy.add(session);
    else this.#busy.delete(session);
    // No call will name the others any more.
    const released =
      session === own && isIdle ? [...this.#waiting.keys()].flatMap((id) => this.#release(id)) : [];
    return [...released, event];
  }

  /** A call names the session of a sub-agent. */
  #named(part: NativePart): SessionEvent[] {
    const session = part.type === 'tool' ? calledSession(part) : null;
    // A call may name any session, also one that it comes from.
    if (part.type !== 'tool' || session === null || this.isWithin(part.sessionID, session)) return [];
    const isBackground = part.state.metadata?.background === true;
    this.#children.set(session, { parent: part.sessionID, isBackground });
    return this.#release(session);
  }

  #release(session: string): SessionEvent[] {
    const events = this.#waiting.get(session) ?? [];
    this.#waiting.delete(session);
    // They may name sub-agents themselves.
    return events.flatMap((event) => this.#due(event, null));
  }
}
