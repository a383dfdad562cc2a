import type { Fact } from '../../support/completeness.js';
import { type Event, type Line, sessionOf } from './recording.js';

/**
 * Everything that a server said in one session and its sub-agents, straight from the native events and independent of
 * the translator: texts and thoughts from their parts and deltas, calls and results from the parts of tools.
 */
export function nativeFacts(lines: readonly Line[], session: Event['properties']): Fact[] {
  const facts = new NativeFacts(session.id, session.time.created);
  for (const line of lines) {
    if (line.dir === 'out') {
      // A deleted session has ended, though the server goes on with it for a while.
      if (line.event.type === 'session.deleted' && line.event.properties.info.id === session.id) break;
      facts.take(line.event);
    } else if (line.dir === 'in' && line.request.path === `/session/${session.id}/message`) {
      facts.read(line.request.response);
    }
  }
  return facts.all;
}

class NativeFacts {
  readonly #own: string;
  readonly #created: number;
  readonly #sessions: Set<string>;
  /** By the id of the part, in the order in which they began. */
  readonly #facts = new Map<string, Fact>();
  /** Messages that are not shown: summaries for the model, and those that a fork has copied. */
  readonly #hidden = new Set<string>();
  readonly #users = new Set<string>();

  constructor(own: string, created: number) {
    this.#own = own;
    this.#created = created;
    this.#sessions = new Set([own]);
  }

  get all(): Fact[] {
    return [...this.#facts.values()];
  }

  take(event: Event): void {
    const { type, properties } = event;
    if (type === 'session.created' && this.#sessions.has(properties.info.parentID))
      this.#sessions.add(properties.info.id);
    const session = sessionOf(event);
    if (session === null || !this.#sessions.has(session)) return;
    if (type === 'message.updated') this.#message(properties.info);
    else if (type === 'message.part.delta') this.#delta(properties);
    else if (type === 'message.part.updated') this.#part(session, properties.part);
  }

  /** Reads messages that were asked for, as events about them may have been lost. */
  read(messages: Event['properties'][]): void {
    for (const { info, parts } of messages) {
      this.#message(info);
      for (const part of parts) this.#part(info.sessionID, part);
    }
  }

  #message({ id, role, summary, time }: Event['properties']): void {
    if ((role === 'assistant' && summary === true) || time.created < this.#created) this.#hidden.add(id);
    if (role === 'user') this.#users.add(id);
  }

  #delta({ partID, field, delta }: Event['properties']): void {
    const fact = this.#facts.get(partID);
    if (fact !== undefined && field === 'text') fact.text += delta;
  }

  #part(session: string, part: Event['properties']): void {
    if (this.#hidden.has(part.messageID)) return;
    const thread = session === this.#own ? null : session;
    const { id, type, text, synthetic, messageID } = part;
    if (type === 'tool') return this.#tool(thread, part);
    if (type !== 'text' && type !== 'reasoning') return;
    const isUsers = this.#users.has(messageID);
    // The user's own messages are known anyway, and additions of the server are for the model.
    if (isUsers && (thread === null || synthetic === true)) return;
    const fact = this.#put(id, { thread, kind: type === 'reasoning' ? 'thought' : 'text', text: '' });
    // A text that was streamed is trimmed at its end.
    if (!fact.text.startsWith(text)) fact.text = text;
  }

  #tool(thread: string | null, { id, tool, state }: Event['properties']): void {
    const call = this.#put(`${id} call`, { thread, kind: 'call', text: '' });
    if (call.text === '' || call.text.endsWith(' {}')) call.text = `${tool} ${JSON.stringify(state.input)}`;
    const output = [state.metadata?.output, state.error].filter(Boolean).join('\n');
    const text = state.status === 'completed' ? state.output : output;
    if (text) this.#put(`${id} result`, { thread, kind: 'result', text: '' }).text = text;
  }

  #put(id: string, fact: Fact): Fact {
    const known = this.#facts.get(id) ?? fact;
    this.#facts.set(id, known);
    return known;
  }
}
