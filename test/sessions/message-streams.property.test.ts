import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EventOf, StreamUntil, UniversalEvent } from '../../src/schema/index.js';
import { MessageStreams } from '../../src/sessions/message-streams.js';
import { sessionInput } from '../support/arbitraries.js';
import { SessionRig } from '../support/session-rig.js';

/** A stream that was begun at an event, and the events at which it was told to end. */
interface Begun {
  messageId: string;
  until: StreamUntil;
  at: number;
  after: number;
  ends: number[];
  /** The events at which its message left the queue by a command: taken back, or steered into a turn. */
  left: number[];
}

/** Lives through the inputs, and streams every message in both ways. */
function live(inputs: readonly Parameters<SessionRig['send']>[0][]): { rig: SessionRig; begun: Begun[] } {
  const rig = new SessionRig({ onAgentExit: 'resume' });
  const streams = new MessageStreams();
  rig.actor.on('event', ({ event }) => streams.observe(event));
  rig.actor.on('effect', ({ effect }) => {
    if (effect.type === 'steer') streams.steered(effect.prompt.messageId);
  });
  const begun: Begun[] = [];
  const end = [{ type: 'command.terminate' } as const];
  for (const input of [...inputs, ...end]) {
    const after = rig.events.length;
    rig.send(input);
    streams.settle(rig.snapshot);
    if (input.type === 'command.queue.remove' || input.type === 'command.queue.update') {
      for (const each of begun) if (each.messageId === input.messageId) each.left.push(rig.events.length);
    }
    if (input.type !== 'command.send') continue;
    for (const until of ['request', 'turn'] as const) {
      const { messageId } = input;
      const stream = streams.begin({ messageId, until, after }, rig.snapshot);
      const each: Begun = {
        messageId,
        until,
        at: rig.events.length,
        after: stream.after,
        ends: [],
        left: [],
      };
      stream.onEnd((sequence) => each.ends.push(sequence));
      begun.push(each);
    }
  }
  rig.exit(null);
  streams.settle(rig.snapshot);
  return { rig, begun };
}

/** Whether an event may be the last of a stream. */
function mayEnd(each: Begun, events: readonly UniversalEvent[], end: number): boolean {
  const { messageId, until, at, left } = each;
  const event = events[end - 1]!;
  if (left.some((sequence) => sequence <= end)) return true;
  if (end === at || event.type === 'session.ended') return true;
  if (event.type.endsWith('.requested')) return until === 'request';
  if (event.type === 'error' && (until === 'turn' || event.data.details.retryable === true)) return false;
  if (event.type !== 'error' && event.type !== 'turn.ended') return false;
  const started = turnsIn(events.slice(0, end)).at(-1)!;
  // A turn that was running before the message was sent may have taken it as well.
  return started.sequence <= at || started.data.metadata.message_id === messageId;
}

const turnsIn = (events: readonly UniversalEvent[]): EventOf<'turn.started'>[] =>
  events.filter((event) => event.type === 'turn.started');

/** Whether a stream has gone on beyond the end of a turn that its message started. */
function isLate({ messageId, at }: Begun, events: readonly UniversalEvent[], end: number): boolean {
  const inside = events.slice(at, end - 1);
  const own = turnsIn(inside).find(({ data }) => data.metadata.message_id === messageId);
  return inside.some((event) => event.type === 'turn.ended' && event.data.turn_id === own?.data.turn_id);
}

it('ends every stream once, at an event that may end it', () => {
  fc.assert(
    fc.property(fc.array(sessionInput, { maxLength: 60, size: 'max' }), (inputs) => {
      const { rig, begun } = live(inputs);
      for (const each of begun) {
        expect(each.ends).toHaveLength(1);
        const end = each.ends[0]!;
        expect(end).toBeGreaterThanOrEqual(each.after);
        expect(mayEnd(each, rig.events, end)).toBe(true);
        expect(isLate(each, rig.events, end)).toBe(false);
      }
      for (let i = 0; i < begun.length; i += 2) {
        expect(begun[i]!.ends[0]).toBeLessThanOrEqual(begun[i + 1]!.ends[0]!);
      }
    }),
    { numRuns: 500 },
  );
});
