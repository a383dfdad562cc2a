import { describe, expect, it, vi } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { agentProcessMachine } from '../../machines/index.js';
import type { Draft } from '../../src/schema/index.js';
import { AgentRunner, type ConnectionDeps } from '../../src/sessions/agent-runner.js';
import { AgentSlots } from '../../src/sessions/agent-slots.js';
import type { Verdict } from '../../src/sessions/trust/index.js';
import { Turns } from '../../src/sessions/turns.js';
import { promptOf } from '../support/agent-process-rig.js';
import { connectionDeps, FakeAgent } from './fake-agent.js';

/** A folder that brings nothing. */
const untouched: Verdict = { type: 'decided', trust: null, policy: null, contents: null };

function rig(
  context: () => Promise<ConnectionDeps> = async () => connectionDeps,
  slots: AgentSlots = new AgentSlots(1),
  trust: () => Promise<Verdict> = async () => untouched,
) {
  const fake = new FakeAgent();
  const clock = new SimulatedClock();
  const [onAsk, onReady, onDrafts, onExit, error] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const process = createActor(agentProcessMachine, {
    input: { startTimeoutMs: 1000, interruptTimeoutMs: 200, restTimeoutMs: 10_000 },
    clock,
  });
  const runner = new AgentRunner({
    process,
    translator: fake.translator,
    agentRuntime: fake,
    logger: { error, info: () => {} },
    clock,
    turns: new Turns({ now: () => 0 }),
    slots,
    idleSince: () => 0,
    unparsedLines: 2,
    trust,
    onAsk,
    context,
    onReady,
    onDrafts,
    onExit,
    onSummary: (draft) => onDrafts([draft], null),
    tape: { process: () => {}, translated: () => {} },
    store: () => null,
    onError: error,
  });
  process.start();
  const connected = () => vi.waitFor(() => expect(fake.calls).toContain('start'));
  return {
    fake,
    clock,
    process,
    runner,
    onAsk,
    onReady,
    onDrafts,
    onExit,
    error,
    state: () => process.getSnapshot().value.process,
    /** Starts the agent and completes the handshake. */
    async ready(): Promise<void> {
      fake.calls.length = 0;
      const started = runner.start();
      await connected();
      fake.becomeReady();
      expect(await started).toBe(true);
    },
    connected,
  };
}

const prompt = promptOf('t1');

describe('starting an agent', () => {
  it('starts it once, however often it is requested', async () => {
    const { runner, fake, onReady, connected, state } = rig();
    expect([state(), runner.connection]).toEqual(['absent', null]);
    const both = [runner.start(), runner.start()];
    await connected();
    expect([state(), runner.connection]).toEqual(['starting', null]);
    fake.becomeReady();
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(fake.calls).toEqual(['connect', 'start']);
    expect(onReady.mock.calls).toEqual([[{ nativeSessionId: 'native', metadata: {} }, untouched]]);
    expect([state(), runner.connection]).toEqual(['ready', fake]);
  });

  it('fails with the exit status if the process exits before it is ready', async () => {
    const { runner, fake, onExit, onReady, connected, state } = rig();
    const started = runner.start();
    await connected();
    fake.exit({ code: 3 });
    fake.failToStart('ended before it was ready');
    expect(await started).toBe(false);
    expect(onExit.mock.calls).toMatchObject([[{ code: 3 }]]);
    expect(onExit.mock.calls[0]![0]).not.toHaveProperty('failure');
    expect([state(), onReady.mock.calls.length]).toEqual(['absent', 0]);
  });

  it('fails with the error of the handshake', async () => {
    const { runner, fake, onExit, connected } = rig();
    fake.obeys = false;
    const started = runner.start();
    await connected();
    fake.failToStart('wrong protocol');
    expect(await started).toBe(false);
    expect(fake.calls).toContain('stop');
    expect(onExit.mock.calls).toMatchObject([[{ code: null, failure: 'wrong protocol' }]]);
  });

  it('fails with the error of the handshake, not with the signal that ended the process then', async () => {
    const { runner, fake, onExit, connected } = rig();
    const started = runner.start();
    await connected();
    fake.failToStart('no answer within 30 s');
    expect(await started).toBe(false);
    expect(onExit.mock.calls).toMatchObject([[{ signal: 'SIGTERM', failure: 'no answer within 30 s' }]]);
  });

  it('fails if no program was found', async () => {
    const { runner, onExit, fake } = rig(() => Promise.reject(new Error('not installed')));
    expect(await runner.start()).toBe(false);
    expect(onExit.mock.calls).toMatchObject([[{ failure: 'not installed' }]]);
    expect(fake.calls).toEqual([]);
  });

  it('fails after the handshake timeout', async () => {
    const { runner, clock, fake, onExit, connected, state } = rig();
    const started = runner.start();
    await connected();
    clock.increment(999);
    expect([state(), fake.calls.includes('stop')]).toEqual(['starting', false]);
    clock.increment(1);
    expect(await started).toBe(false);
    expect(onExit.mock.calls).toMatchObject([
      [{ because: 'start_timeout', failure: 'the agent was not ready within 1 s' }],
    ]);
    expect(state()).toBe('absent');
  });

  it('begins the session before it delivers the first message', async () => {
    const { fake, process, onReady, connected, state } = rig();
    const order: string[] = [];
    onReady.mockImplementation(() => order.push('ready'));
    process.on('prompt', () => order.push('prompt'));
    process.send({ type: 'prompt', prompt });
    process.send({ type: 'release' });
    await connected();
    fake.becomeReady();
    await vi.waitFor(() => expect(state()).toBe('ready'));
    expect(order).toEqual(['ready', 'prompt']);
  });

  it('can be retried after a failure', async () => {
    const { runner, fake, connected, onExit, state } = rig();
    const first = runner.start();
    await connected();
    fake.exit({ code: 1 });
    fake.failToStart('gone');
    expect(await first).toBe(false);
    fake.calls.length = 0;
    const second = runner.start();
    await connected();
    fake.becomeReady();
    expect([await second, state(), onExit.mock.calls.length]).toEqual([true, 'ready', 1]);
  });
});

describe('a running agent', () => {
  it('translates payloads with a translator state of its own', async () => {
    const { ready, fake, onDrafts } = rig();
    await ready();
    fake.context.onPayload('a');
    fake.context.onPayload('b');
    const delta = (key: string, text: string) => [[{ type: 'item.delta', key, delta: text }], text];
    expect(onDrafts.mock.calls).toEqual([delta('1', 'a'), delta('2', 'b')]);
    fake.exit();
    await ready();
    fake.context.onPayload('c');
    expect(onDrafts.mock.lastCall).toEqual(delta('1', 'c'));
  });

  it('translates notices of its connection in order with its payloads, without a native text', async () => {
    const { ready, fake, onDrafts } = rig();
    await ready();
    fake.context.onPayload('a');
    fake.context.onNotice({ seen: true });
    fake.context.onPayload('b');
    expect(onDrafts.mock.calls).toEqual([
      [[{ type: 'item.delta', key: '1', delta: 'a' }], 'a'],
      [[{ type: 'item.delta', key: '2', delta: '{"seen":true}' }], null],
      [[{ type: 'item.delta', key: '3', delta: 'b' }], 'b'],
    ]);
  });

  it('counts junk and reports the count before its exit', async () => {
    const { ready, fake, onDrafts, onExit } = rig();
    await ready();
    const junk: Draft = { type: 'agent.unparsed', error: 'not JSON', location: 'fake' };
    vi.spyOn(fake.translator, 'translate').mockImplementation((state) => ({ state, drafts: [junk] }));
    for (let line = 0; line < 5; line++) fake.context.onPayload('junk');
    onExit.mockImplementation(() => expect(onDrafts).toHaveBeenCalledTimes(3));
    fake.exit();
    expect(onExit).toHaveBeenCalledOnce();
    expect(onDrafts.mock.lastCall).toEqual([[{ ...junk, error: '3 more lines could not be parsed' }], null]);
  });

  it('reports once that it exited by itself', async () => {
    const { ready, fake, runner, onExit, state } = rig();
    await ready();
    fake.exit({ code: 7 });
    fake.exit({ code: 8 });
    expect(onExit.mock.calls).toMatchObject([[{ code: 7 }]]);
    expect([state(), runner.connection]).toEqual(['absent', null]);
  });

  it('accepts input while it is interrupted, and keeps running if its turn ends in time', async () => {
    const { ready, fake, process, runner, clock, state } = rig();
    await ready();
    process.send({ type: 'interrupt' });
    expect([state(), runner.connection]).toEqual(['interrupting', fake]);
    clock.increment(199);
    process.send({ type: 'turn.ended' });
    clock.increment(10_000);
    expect([state(), fake.calls]).toEqual(['ready', ['connect', 'start']]);
  });

  it('is stopped if it ignores an interrupt, with that as the reason', async () => {
    const { ready, fake, process, clock, onExit, state } = rig();
    await ready();
    process.send({ type: 'interrupt' });
    clock.increment(200);
    expect(fake.calls).toContain('stop');
    expect(onExit.mock.calls).toMatchObject([[{ signal: 'SIGTERM', because: 'interrupt_ignored' }]]);
    expect(state()).toBe('absent');
  });

  it('is stopped with the given reason', async () => {
    const { ready, runner, onExit } = rig();
    await ready();
    await runner.stop('daemon_stopping');
    expect(onExit.mock.calls).toMatchObject([[{ because: 'daemon_stopping' }]]);
  });

  it('does not report the reason of an earlier exit', async () => {
    const { ready, runner, fake, onExit } = rig();
    await ready();
    await runner.stop('daemon_stopping');
    await ready();
    fake.exit({ code: 1 });
    expect(onExit.mock.lastCall![0]).not.toHaveProperty('because');
  });
});

describe('stopping an agent', () => {
  it('does nothing if it is not running', async () => {
    const { runner, onExit, state } = rig();
    await runner.stop();
    expect([state(), onExit.mock.calls]).toEqual(['absent', []]);
  });

  it('ends it while it starts', async () => {
    const { runner, fake, onExit, onReady, connected } = rig();
    const started = runner.start();
    await connected();
    await runner.stop();
    expect(await started).toBe(false);
    expect(fake.calls).toContain('stop');
    expect([onExit.mock.calls.length, onReady.mock.calls.length]).toEqual([1, 0]);
  });

  it('never connects it if its program has not been resolved yet', async () => {
    let found: (connectionDeps: ConnectionDeps) => void = () => {};
    const { runner, fake, onExit, state } = rig(
      () =>
        new Promise((resolve) => {
          found = resolve;
        }),
    );
    const started = runner.start();
    await vi.waitFor(() => expect(state()).toBe('starting'));
    const stopped = runner.stop();
    found(connectionDeps);
    await stopped;
    expect([await started, fake.calls]).toEqual([false, []]);
    expect(onExit).toHaveBeenCalledOnce();
    expect(state()).toBe('absent');
  });
});

describe('restarting an agent', () => {
  async function outdated() {
    const parts = rig();
    await parts.ready();
    parts.process.send({ type: 'configure', settings: { ...connectionDeps, model: 'new' } });
    parts.process.send({ type: 'settings.refused' });
    return parts;
  }

  it('reports the restart as the reason and reconnects after the old process has cleaned up', async () => {
    const { fake, process, onExit, connected, state } = await outdated();
    let cleanUp = () => {};
    const stopped = vi.spyOn(fake, 'stop').mockImplementation(
      () =>
        new Promise((resolve) => {
          cleanUp = resolve;
        }),
    );
    process.send({ type: 'prompt', prompt });
    process.send({ type: 'release' });
    expect(stopped).toHaveBeenCalledOnce();
    fake.calls.length = 0;
    fake.exit();
    expect(onExit.mock.calls).toMatchObject([[{ because: 'reconfigured' }]]);
    await vi.waitFor(() => expect(state()).toBe('starting'));
    expect(fake.calls).toEqual([]);
    cleanUp();
    await connected();
    fake.becomeReady();
    await vi.waitFor(() => expect(state()).toBe('ready'));
    fake.exit({ code: 1 });
    expect(onExit.mock.lastCall![0]).not.toHaveProperty('because');
  });
});

describe('an agent that has rested', () => {
  const decided = (contents: string): Verdict => {
    const trust = { isTrusted: true, contents };
    return {
      type: 'decided',
      trust,
      policy: null,
      contents: { hash: contents, parts: [], isComplete: true },
    };
  };

  async function rested(...verdicts: (Verdict | Error)[]) {
    const trust = vi.fn(async () => {
      const verdict = verdicts.shift() ?? untouched;
      if (verdict instanceof Error) throw verdict;
      return verdict;
    });
    const parts = rig(undefined, undefined, trust);
    await parts.ready();
    for (const event of [{ type: 'resting' }, { type: 'rested', isReleased: true }] as const)
      parts.process.send(event);
    parts.process.send({ type: 'prompt', prompt });
    parts.process.send({ type: 'release' });
    expect([parts.state(), parts.runner.connection]).toEqual(['rechecking', parts.fake]);
    return parts;
  }

  it('goes on if its folder is as it was', async () => {
    for (const verdict of [untouched, decided('c1')]) {
      const { state } = await rested(verdict, verdict);
      await vi.waitFor(() => expect(state()).toBe('ready'));
    }
  });

  it.each([
    ['brings something new', [untouched, decided('c1')]],
    ['brings something else', [decided('c1'), decided('c2')]],
    ['cannot be looked at', [untouched, new Error('secrets are missing')]],
    [
      'is no longer trusted',
      [decided('c1'), { type: 'ask', contents: { hash: 'c1', parts: [], isComplete: true } }],
    ],
  ] as [string, (Verdict | Error)[]][])('is started anew if its folder %s', async (_, verdicts) => {
    const { onExit } = await rested(...verdicts);
    await vi.waitFor(() => expect(onExit.mock.calls).toMatchObject([[{ because: 'reconfigured' }]]));
  });
});

it('logs that an agent could not be stopped', async () => {
  const { ready, fake, runner, error } = rig();
  await ready();
  const failure = new Error('it stays');
  vi.spyOn(fake, 'stop').mockRejectedValue(failure);
  await expect(runner.stop()).rejects.toBe(failure);
  expect(error.mock.calls).toEqual([[{ err: failure }, 'the agent could not be ended']]);
});
