import { describe, expect, it } from 'vitest';
import { SimulatedClock } from 'xstate';
import { RequestTimers } from '../../src/sessions/request-timers.js';
import { asks, asksPermission, turnEnds } from '../support/drafts.js';
import { SessionRig as MachineRig } from '../support/session-rig.js';

/** A session whose requests have timers; the machine is not told when they expire. */
function rig(timeoutMs: number) {
  const clock = new SimulatedClock();
  const expired: string[] = [];
  const timers = new RequestTimers({ timeoutMs, clock, onExpired: (id) => expired.push(id) });
  const session = new MachineRig().ready().message('hello');
  session.actor.on('event', ({ event }) => timers.observe(event));
  return { clock, expired, timers, session };
}

describe('a pending request', () => {
  it('expires after the timeout, and not before', () => {
    const { clock, expired, session } = rig(1000);
    session.draft(asksPermission('p'));
    clock.increment(400);
    session.draft(asks('q'));
    clock.increment(599);
    expect(expired).toEqual([]);
    clock.increment(1);
    expect(expired).toEqual(['perm_u1_1']);
    clock.increment(400);
    expect(expired).toEqual(['perm_u1_1', 'ques_u1_2']);
    clock.increment(10_000);
    expect(expired).toHaveLength(2);
  });

  it('does not expire once it is resolved', () => {
    const { clock, expired, session } = rig(1000);
    session.draft(asksPermission('p')).draft(asks('q')).draft(asks('q2'));
    session.send({ type: 'command.reply', permissionId: 'perm_u1_1', reply: 'once', message: null });
    session.send({ type: 'command.reject', questionId: 'ques_u1_2' });
    session.draft(turnEnds());
    clock.increment(10_000);
    expect(expired).toEqual([]);
  });

  it('does not expire after its session was closed', () => {
    const { clock, expired, session, timers } = rig(1000);
    session.draft(asksPermission('p')).draft(asks('q'));
    timers.stop();
    clock.increment(10_000);
    expect(expired).toEqual([]);
  });

  it('may wait longer than a timer can', () => {
    const most = 2 ** 31 - 1;
    const { clock, expired, session } = rig(2 * most + 5);
    session.draft(asksPermission('p'));
    for (const ms of [most, most, 4]) clock.increment(ms);
    expect(expired).toEqual([]);
    clock.increment(1);
    expect(expired).toEqual(['perm_u1_1']);
  });

  it('never sets a timer that overflows', () => {
    const asked: number[] = [];
    const clock = { setTimeout: (_: () => void, ms: number) => asked.push(ms), clearTimeout: () => {} };
    const timers = new RequestTimers({
      timeoutMs: Number.MAX_SAFE_INTEGER,
      clock: clock as never,
      onExpired: () => {},
    });
    const session = new MachineRig().ready().message('hello').draft(asksPermission('p'));
    timers.observe(session.events.at(-1)!);
    expect(asked).toEqual([2 ** 31 - 1]);
  });
});
