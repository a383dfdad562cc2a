import { describe, expect, it, vi } from 'vitest';
import { type Draft, ProblemError } from '../../src/schema/index.js';
import { fails, turnEnds } from '../support/drafts.js';
import { SessionRig } from './session-rig.js';

const item = { key: 'a', kind: 'message', role: 'assistant' } as const;
const starts: Draft = { type: 'item.started', item };
const completes: Draft = { type: 'item.completed', item };
const delta = (text: string): Draft => ({ type: 'item.delta', key: 'a', delta: text });
const settings = { variant: null, agentMode: 'build', permissionMode: 'default', title: null } as const;

describe('commands', () => {
  it('resolve with their outcome', async () => {
    const rig = await SessionRig.open();
    expect(await rig.send('one')).toBe('started');
    expect(await rig.send('two')).toBe('queued');
    expect(await rig.send('two')).toBe('duplicate');
    expect(await rig.session.command({ type: 'command.interrupt' })).toBeNull();
  });

  it('reject with their problem and report the refusal', async () => {
    const rig = await SessionRig.inTurn();
    const refused = await rig.send('two', 'reject').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ProblemError);
    expect((refused as ProblemError).problem.type).toBe('urn:greenroom:error:session_busy');
    await rig.committed();
    expect(rig.refusals).toMatchObject([{ sessionId: 's', input: 'command.send', subject: 'id of two' }]);
    expect(await rig.send('three')).toBe('queued');
  });

  it('resolve once they are stored with a snapshot', async () => {
    const rig = await SessionRig.inTurn();
    await rig.send('two');
    const { context } = JSON.parse(rig.checkpoints.at(-1)!.snapshot);
    expect(context).toMatchObject({ sequence: rig.events.length, queueRevision: 1 });
  });
});

describe('deltas', () => {
  it('are flushed before the next payload of the agent', async () => {
    const rig = await SessionRig.inTurn();
    rig.payload(starts);
    rig.payload(delta('1'));
    rig.payload(delta('2'));
    rig.payload(completes);
    expect(await rig.latest(4)).toEqual(['item.started', 'delta 1', 'delta 2', 'item.completed']);
    expect(rig.refusals).toEqual([]);
  });

  it('are flushed before a command', async () => {
    const rig = await SessionRig.inTurn();
    rig.payload(starts);
    rig.payload(delta('1'));
    await rig.session.configure({ ...settings, model: 'new' });
    expect(await rig.latest(3)).toEqual(['delta 1', 'item.started', 'item.completed']);
  });

  it('keep the native payload they came with', async () => {
    const rig = await SessionRig.inTurn();
    rig.payload(starts);
    rig.payload(delta('1'));
    rig.payload(delta('2'));
    await null;
    await rig.committed();
    expect(rig.raws.slice(-2)).toEqual([JSON.stringify([delta('1')]), JSON.stringify([delta('2')])]);
  });
});

describe('notices of the connection', () => {
  it('become daemon events without a native payload, in order with the surrounding deltas', async () => {
    const rig = await SessionRig.inTurn();
    rig.payload(starts);
    rig.payload(delta('1'));
    rig.payload(delta('2'));
    rig.notice(delta('3'), fails('lost'));
    rig.payload(delta('4'));
    expect(await rig.latest(5)).toEqual(['delta 1', 'delta 2', 'delta 3', 'error', 'delta 4']);
    expect(rig.events.slice(-5).map(({ source }) => source)).toEqual([
      'agent',
      'agent',
      'daemon',
      'daemon',
      'agent',
    ]);
    expect(rig.raws.slice(-5).map((raw) => raw === null)).toEqual([false, false, true, true, false]);
  });
});

describe('snapshots', () => {
  it('are not written for items', async () => {
    const rig = await SessionRig.inTurn();
    await rig.committed();
    rig.payload(starts, delta('1'), completes);
    await rig.committed();
    expect(rig.records.at(-1)).toEqual({ updatedAt: 0 });
  });

  it('are written when too many items follow the last one', async () => {
    const rig = await SessionRig.inTurn();
    await rig.committed();
    const before = rig.session.context.sequence;
    rig.payload(starts);
    for (let n = 0; n < 5000; n++) rig.payload(delta('text'));
    await rig.committed();
    expect(rig.checkpoints.at(-1)).toMatchObject({ sequence: before + 5001, keep: true });
  });

  it('are stored when a sub-agent starts or rests outside a turn, so that a restart knows what to close', async () => {
    const rig = await SessionRig.open();
    await rig.committed();
    rig.payload({ type: 'thread.started', thread: 'n1', title: 'look around' });
    await rig.committed();
    expect(rig.records.at(-1)).toMatchObject({ unsettled: true });
    rig.payload({ type: 'thread.ended', thread: 'n1' });
    await rig.committed();
    expect(rig.records.at(-1)).toMatchObject({ unsettled: false });
  });

  it('restore the session together with later events, without publishing anything again', async () => {
    const rig = await SessionRig.inTurn();
    await rig.committed();
    rig.payload(starts, delta('1'));
    await rig.committed();
    expect(rig.stored.tail.length).toBeGreaterThan(0);
    const restored = new SessionRig(rig.stored);
    expect(restored.session.state()).toEqual({
      ...rig.session.state(),
      agent: { process: 'absent', settings: 'current', delivery: 'none' },
    });
    await restored.committed();
    expect(restored.events).toEqual([]);
  });
});

describe('messages', () => {
  it('are delivered once the agent has applied its new settings', async () => {
    const rig = await SessionRig.open();
    let take: (answer: 'taken') => void = () => {};
    rig.fake.takeSettings = () =>
      new Promise((resolve) => {
        take = resolve;
      });
    await rig.session.configure({ ...settings, model: 'new' });
    await rig.called('configure new');
    await rig.send('hello');
    await vi.waitFor(() =>
      expect(rig.session.state().agent).toMatchObject({ delivery: { undelivered: 'waiting' } }),
    );
    expect(rig.fake.calls).toEqual([]);
    take('taken');
    await rig.called('prompt hello');
  });

  it('restart an agent that cannot apply new settings while it runs', async () => {
    const rig = await SessionRig.open();
    rig.fake.takeSettings = async () => 'restart';
    await rig.session.configure({ ...settings, model: 'new' });
    await rig.called('configure new');
    await rig.send('hello');
    await rig.called('stop');
    await rig.startAgent();
    expect(rig.fake.context.model).toBe('new');
    await rig.called('prompt hello');
    await rig.committed();
    expect(rig.events.filter(({ type }) => type === 'error' || type === 'turn.ended')).toEqual([]);
  });

  it('start an agent that has exited, and are withdrawn by an interrupt until then', async () => {
    const rig = await SessionRig.open();
    rig.fake.exit();
    await rig.send('hello');
    await rig.called('start');
    await rig.session.command({ type: 'command.interrupt' });
    expect(await rig.latest(1)).toEqual(['turn.ended']);
    expect(rig.events.at(-1)!.data).toMatchObject({
      metadata: { outcome: 'interrupted', cause: 'not_delivered' },
    });
    rig.fake.becomeReady();
    await vi.waitFor(() => expect(rig.session.state().agent).toMatchObject({ process: 'ready' }));
    expect(rig.fake.calls).toEqual([]);
  });

  it('never reach the agent if they are interrupted in the same tick', async () => {
    const rig = await SessionRig.open();
    const sent = rig.send('hello');
    await Promise.all([sent, rig.session.command({ type: 'command.interrupt' })]);
    expect(await rig.latest(1)).toEqual(['turn.ended']);
    expect(rig.fake.calls).toEqual([]);
  });

  it('are delivered if they interrupt a turn that ends by itself in the same tick', async () => {
    const rig = await SessionRig.inTurn();
    const sent = rig.send('next', 'interrupt');
    rig.payload(turnEnds());
    expect(await sent).toBe('queued');
    await rig.called('prompt next');
    expect(rig.session.state().agent).toMatchObject({ process: 'ready', delivery: 'delivered' });
  });

  it('fail their turn if the agent refuses them', async () => {
    const rig = await SessionRig.open();
    rig.fake.takePrompt = () => Promise.reject(new Error('no room'));
    await rig.send('hello');
    await vi.waitFor(() => expect(rig.events.at(-1)?.type).toBe('turn.ended'));
    expect(rig.events.slice(-2)).toMatchObject([
      { type: 'error', data: { message: 'no room', code: 'agent_unavailable' } },
      { data: { metadata: { outcome: 'error', cause: 'not_delivered' } } },
    ]);
  });
});

describe('the agent', () => {
  it('is stopped if it ignores an interrupt', async () => {
    const rig = await SessionRig.inTurn();
    await rig.session.command({ type: 'command.interrupt' });
    await rig.called('interrupt');
    rig.clock.increment(500);
    await rig.called('stop');
    expect(await rig.latest(1)).toEqual(['turn.ended']);
    expect(rig.events.at(-1)!.data).toMatchObject({ metadata: { cause: 'interrupt_ignored' } });
  });

  it('reports every state change once', async () => {
    const rig = await SessionRig.inTurn();
    rig.payload(turnEnds());
    rig.payload(starts);
    expect(rig.agentValues).toEqual([
      { process: 'waiting', settings: 'current', delivery: 'none' },
      { process: 'checking', settings: 'current', delivery: 'none' },
      { process: 'starting', settings: 'current', delivery: 'none' },
      { process: 'ready', settings: 'current', delivery: 'none' },
      { process: 'ready', settings: 'current', delivery: { undelivered: 'held' } },
      { process: 'ready', settings: 'current', delivery: 'delivered' },
      { process: 'ready', settings: 'current', delivery: 'none' },
    ]);
  });

  it('is stopped with its session', async () => {
    const rig = await SessionRig.inTurn();
    await rig.session.command({ type: 'command.terminate' });
    await rig.session.whenEnded;
    expect(rig.fake.calls).toEqual(['stop']);
    expect(await rig.latest(1)).toEqual(['session.ended']);
  });

  it('does not keep its session from ending if it is not running', async () => {
    const rig = await SessionRig.open();
    rig.fake.exit();
    await rig.session.command({ type: 'command.terminate' });
    await rig.session.whenEnded;
    expect(rig.session.ended).toBe(true);
  });
});

describe('an exception', () => {
  /** Throws when it is read, as a defect of the machine would. */
  const poison = Object.defineProperty({ ...item }, 'kind', {
    get: () => {
      throw new Error('poison');
    },
  });

  it.each([
    ['of the machine', { type: 'item.started', item: poison } as Draft],
    [
      'in an event that cannot be written',
      { type: 'item.started', item: { ...item, native_item_id: 1n } } as never,
    ],
  ])('%s is reported once, and nothing is published any more', async (_, draft) => {
    const rig = await SessionRig.inTurn();
    await rig.committed();
    const before = rig.events.length;
    rig.notice(draft);
    rig.payload(delta('1'));
    rig.payload(completes);
    await rig.committed();
    expect(rig.failures).toHaveLength(1);
    expect(rig.events).toHaveLength(before);
    expect(rig.session.standing()).toBeNull();
  });
});
