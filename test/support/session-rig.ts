import { createActor, type SnapshotFrom } from 'xstate';
import {
  type Entry,
  type SessionEmitted,
  type SessionInput,
  type SessionInputEvent,
  sessionMachine,
  type UpdateQueuedCommand,
} from '../../machines/index.js';
import type { Draft, Effect, UniversalEvent } from '../../src/schema/index.js';

export const input: SessionInput = {
  sessionId: 's1',
  uid: 'u1',
  steer: true,
  interruptThread: true,
  echoesUser: false,
  onAgentExit: 'end',
  metadata: { agent: 'test' },
};

/** The machine without its shortcut: a copy is made from the description alone. */
export const describedMachine = sessionMachine.provide({});

type Untimed<T> = T extends unknown ? Omit<T, 'at'> : never;

/** A session machine in isolation. Time is a counter. */
export class SessionRig {
  readonly events: UniversalEvent[] = [];
  readonly effects: Effect[] = [];
  readonly answers: Extract<SessionEmitted, { type: 'accepted' | 'refused' }>[] = [];
  readonly actor;
  #clock = Date.parse('2026-01-01T00:00:00.000Z');

  constructor(given: Partial<SessionInput> = {}, machine = sessionMachine) {
    this.actor = createActor(machine, { input: { ...input, ...given } });
    this.actor.on('event', ({ event }) => this.events.push(event));
    this.actor.on('effect', ({ effect }) => this.effects.push(effect));
    this.actor.on('accepted', (answer) => this.answers.push(answer));
    this.actor.on('refused', (answer) => this.answers.push(answer));
    this.actor.start();
  }

  send(event: Untimed<SessionInputEvent>): this {
    this.actor.send({ ...event, at: new Date(this.#clock++).toISOString() } as SessionInputEvent);
    return this;
  }

  /** Takes a draft as if it followed from a native payload, or from a notice of the connection's own. */
  draft(draft: Draft, from: 'agent' | 'connection' = 'agent'): this {
    const origin =
      from === 'agent'
        ? { source: 'agent' as const, raw: JSON.stringify(draft) }
        : { source: 'daemon' as const, raw: null };
    return this.send({ type: `draft.${draft.type}`, draft, ...origin });
  }

  message(
    message: string,
    more: Partial<{ messageId: string; whenBusy: 'queue' | 'steer' | 'interrupt' | 'reject' }> = {},
  ): this {
    return this.send({
      type: 'command.send',
      message,
      messageId: `m${this.#clock}`,
      attachments: [],
      fingerprint: message,
      whenBusy: 'queue',
      ...more,
    });
  }

  /** Changes a queued message, whatever its revision unless one is given. */
  update(messageId: string, changes: Partial<UpdateQueuedCommand>): this {
    return this.send({ type: 'command.queue.update', messageId, revision: null, ...changes });
  }

  takeBack(messageId: string): this {
    return this.send({ type: 'command.queue.remove', messageId });
  }

  ready(): this {
    return this.send({ type: 'agent.ready', nativeSessionId: 'native-1', metadata: {} });
  }

  exit(code: number | null, because?: 'interrupt_ignored'): this {
    const stderr = { head: '', truncated: false, total_lines: 0 };
    return this.send({
      type: 'agent.exited',
      exit: { code, signal: null, stderr, ...(because ? { because } : {}) },
    });
  }

  get snapshot(): SnapshotFrom<typeof sessionMachine> {
    return this.actor.getSnapshot();
  }

  get types(): string[] {
    return this.events.map((event) => event.type);
  }
}

/** A machine that replays events, the way the daemon does it. */
export class ReplayRig {
  readonly #actor;

  constructor(given: Partial<SessionInput> = {}) {
    this.#actor = createActor(sessionMachine, { input: { ...input, ...given } }).start();
  }

  /** Goes on with further events. */
  play(events: readonly UniversalEvent[]): SnapshotFrom<typeof sessionMachine> {
    for (const event of events) this.#actor.send({ type: event.type, event, raw: null } as Entry);
    return this.#actor.getSnapshot();
  }
}

/** The machine after replaying events. */
export function replayed(events: readonly UniversalEvent[], given: Partial<SessionInput> = {}) {
  return new ReplayRig(given).play(events);
}
