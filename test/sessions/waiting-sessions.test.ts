import { describe, expect, it, vi } from 'vitest';
import { AgentSlots } from '../../src/sessions/agent-slots.js';
import { turnEnds } from '../support/drafts.js';
import { SessionRig } from './session-rig.js';

/** Sessions that share a slot. The host reviews the slots when something was stored or an agent has changed. */
class OneSlot {
  readonly slots = new AgentSlots(1);

  rig(): SessionRig {
    return new SessionRig(undefined, new Map(), this.slots);
  }

  /** A session whose agent has answered a message and has nothing to do. */
  async idle(): Promise<SessionRig> {
    const rig = this.rig();
    const opened = rig.session.open();
    await rig.startAgent();
    await opened;
    await exchange(rig, 'hello');
    return rig;
  }
}

async function exchange(rig: SessionRig, message: string): Promise<void> {
  await rig.send(message);
  await rig.called(`prompt ${message}`);
  rig.payload(turnEnds());
  await rig.committed();
}

const processOf = ({ session }: SessionRig) => (session.state().agent as { process: string }).process;
const isAt = (rig: SessionRig, state: string) => vi.waitFor(() => expect(processOf(rig)).toBe(state));

describe('a session beyond the limit', () => {
  it('is created at once, waits without a deadline, and takes messages into its queue', async () => {
    const shared = new OneSlot();
    const busy = shared.rig();
    void busy.session.open();
    await busy.called('start');
    const rig = shared.rig();
    await rig.session.open();
    expect([processOf(rig), rig.session.info()]).toMatchObject([
      'waiting',
      { status: 'starting', nativeSessionId: null },
    ]);
    expect(await rig.send('hello')).toBe('queued');
    rig.clock.increment(1_000_000);
    expect([processOf(rig), rig.events, rig.fake.calls]).toEqual(['waiting', [], []]);
    busy.fake.exit({ code: 1 });
    await rig.startAgent();
    await rig.called('prompt hello');
  });

  it.each(['command.terminate', 'daemon.stopping'] as const)('leaves the line on %s', async (type) => {
    const shared = new OneSlot();
    const busy = shared.rig();
    void busy.session.open();
    await busy.called('start');
    const rig = shared.rig();
    await rig.session.open();
    expect(shared.slots.counts).toEqual({ running: 1, waiting: 1 });
    if (type === 'command.terminate') {
      await rig.session.command({ type });
      await rig.session.whenEnded;
      expect(await rig.latest(2)).toEqual(['session.started', 'session.ended']);
    } else {
      rig.session.dispatch({ type });
      await rig.session.stopAgent('daemon_stopping');
    }
    expect(shared.slots.counts).toEqual({ running: 1, waiting: 0 });
    busy.fake.exit();
    expect([processOf(rig), rig.fake.calls]).toEqual(['absent', []]);
  });

  it('withdraws its message when it is interrupted, and takes the next one', async () => {
    const shared = new OneSlot();
    const rig = await shared.idle();
    rig.fake.exit();
    const busy = shared.rig();
    void busy.session.open();
    await busy.called('start');
    await rig.send('never');
    await isAt(rig, 'waiting');
    await rig.session.command({ type: 'command.interrupt' });
    expect(await rig.latest(1)).toEqual(['turn.ended']);
    expect(shared.slots.counts.waiting).toBe(0);
    await rig.send('later');
    await isAt(rig, 'waiting');
    busy.fake.exit();
    await rig.startAgent();
    await rig.called('prompt later');
    expect(rig.fake.calls).toEqual([]);
  });
});

describe('an idle agent', () => {
  it('makes room without a trace, and is resumed with the next message', async () => {
    const shared = new OneSlot();
    const rig = await shared.idle();
    const events = rig.events.length;
    const other = shared.rig();
    await other.session.open();
    await rig.called('stop');
    await other.startAgent();
    await rig.committed();
    expect([processOf(rig), rig.session.info().status, rig.events.length]).toEqual([
      'absent',
      'idle',
      events,
    ]);
    // The other one has not had a message yet, and makes room in its turn.
    await rig.send('again');
    await rig.startAgent();
    await rig.called('prompt again');
    expect([processOf(other), rig.fake.context.resume]).toEqual(['absent', 'native']);
  });

  it('loses no message that comes while it makes room', async () => {
    const shared = new OneSlot();
    const rig = await shared.idle();
    rig.fake.obeys = false;
    const other = shared.rig();
    await other.session.open();
    await rig.called('stop');
    expect(await rig.send('meanwhile')).toBe('started');
    await vi.waitFor(() =>
      expect(rig.session.state().agent).toMatchObject({ delivery: { undelivered: 'waiting' } }),
    );
    rig.fake.exit({ signal: 'SIGTERM' });
    expect(processOf(rig)).toBe('waiting');
    await other.startAgent();
    await isAt(other, 'ready');
    await other.committed();
    shared.slots.review();
    await rig.startAgent();
    await rig.called('prompt meanwhile');
    rig.payload(turnEnds());
    expect(await rig.latest(1)).toEqual(['turn.ended']);
    expect(rig.events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it('keeps its slot while anything is left to do', async () => {
    const shared = new OneSlot();
    const rig = await shared.idle();
    rig.payload({ type: 'thread.started', thread: 'n1', title: 'look around' });
    await rig.committed();
    const other = shared.rig();
    await other.session.open();
    await rig.committed();
    shared.slots.review();
    await null;
    expect([processOf(rig), processOf(other)]).toEqual(['ready', 'waiting']);
    rig.payload({ type: 'thread.ended', thread: 'n1' });
    shared.slots.review();
    await null;
    // Its end is not stored yet.
    expect(processOf(rig)).toBe('ready');
    await rig.committed();
    shared.slots.review();
    await rig.called('stop');
    await other.startAgent();
  });
});
