import { describe, expect, it, vi } from 'vitest';
import { SimulatedClock } from 'xstate';
import { AgentRunner, type ConnectionGround } from '../../src/sessions/agent-runner.js';
import { FakeAgent, ground } from './fake-agent.js';

function rig(context: () => Promise<ConnectionGround> = async () => ground) {
  const fake = new FakeAgent();
  const clock = new SimulatedClock();
  const [onReady, onDrafts, onExit] = [vi.fn(), vi.fn(), vi.fn()];
  const runner = new AgentRunner({
    translator: fake.translator,
    agentHost: fake,
    timeouts: { startTimeoutMs: 1000, interruptTimeoutMs: 200 },
    clock,
    context,
    onReady,
    onDrafts,
    onExit,
  });
  const connected = () => vi.waitFor(() => expect(fake.calls).toContain('start'));
  return {
    fake,
    clock,
    runner,
    onReady,
    onDrafts,
    onExit,
    /** Starts it, and lets it answer the handshake. */
    async ready(): Promise<void> {
      const started = runner.start();
      await connected();
      fake.becomeReady();
      expect(await started).toBe(true);
    },
    connected,
  };
}

describe('starting an agent', () => {
  it('makes it ready, once, however often it is asked for', async () => {
    const { runner, fake, onReady, connected } = rig();
    expect([runner.state, runner.live]).toEqual(['absent', null]);
    const both = [runner.start(), runner.start()];
    await connected();
    expect([runner.state, runner.live]).toEqual(['starting', null]);
    fake.becomeReady();
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(fake.calls).toEqual(['connect', 'start']);
    expect(onReady.mock.calls).toEqual([[{ nativeSessionId: 'native', metadata: {} }]]);
    expect([runner.state, runner.live]).toEqual(['ready', fake]);
  });

  it('fails where it exits before it is ready, and says how it went', async () => {
    const { runner, fake, onExit, onReady, connected } = rig();
    const started = runner.start();
    await connected();
    fake.exit({ code: 3 });
    fake.failToStart('ended before it was ready');
    expect(await started).toBe(false);
    expect(onExit.mock.calls).toMatchObject([[{ code: 3 }]]);
    expect(onExit.mock.calls[0]![0]).not.toHaveProperty('failure');
    expect([runner.state, onReady.mock.calls.length]).toEqual(['absent', 0]);
  });

  it('fails where the handshake does, with what that said', async () => {
    const { runner, fake, onExit, connected } = rig();
    fake.obeys = false;
    const started = runner.start();
    await connected();
    fake.failToStart('wrong protocol');
    expect(await started).toBe(false);
    expect(fake.calls).toContain('stop');
    expect(onExit.mock.calls).toMatchObject([[{ code: null, failure: 'wrong protocol' }]]);
  });

  it('fails where there is nothing to start it with', async () => {
    const { runner, onExit, fake } = rig(() => Promise.reject(new Error('not installed')));
    expect(await runner.start()).toBe(false);
    expect(onExit.mock.calls).toMatchObject([[{ failure: 'not installed' }]]);
    expect(fake.calls).toEqual([]);
  });

  it('is given up when it takes too long', async () => {
    const { runner, clock, fake, onExit, connected } = rig();
    const started = runner.start();
    await connected();
    clock.increment(999);
    expect([runner.state, fake.calls.includes('stop')]).toEqual(['starting', false]);
    clock.increment(1);
    expect(await started).toBe(false);
    expect(onExit.mock.calls).toMatchObject([[{ because: 'start_timeout' }]]);
    expect(runner.state).toBe('absent');
  });

  it('works again after it failed', async () => {
    const { runner, fake, connected, onExit } = rig();
    const first = runner.start();
    await connected();
    fake.exit({ code: 1 });
    fake.failToStart('gone');
    expect(await first).toBe(false);
    fake.calls.length = 0;
    const second = runner.start();
    await connected();
    fake.becomeReady();
    expect([await second, runner.state, onExit.mock.calls.length]).toEqual([true, 'ready', 1]);
  });
});

describe('an agent that runs', () => {
  it('has its payloads translated, with a state that is its own', async () => {
    const { ready, fake, runner, onDrafts, connected } = rig();
    await ready();
    fake.context.onPayload('a');
    fake.context.onPayload('b');
    const delta = (key: string, text: string) => [[{ type: 'item.delta', key, delta: text }], text];
    expect(onDrafts.mock.calls).toEqual([delta('1', 'a'), delta('2', 'b')]);
    fake.exit();
    fake.calls.length = 0;
    const again = runner.start();
    await connected();
    fake.becomeReady();
    await again;
    fake.context.onPayload('c');
    expect(onDrafts.mock.lastCall).toEqual(delta('1', 'c'));
  });

  it('may exit by itself; that is told once', async () => {
    const { ready, fake, runner, onExit } = rig();
    await ready();
    fake.exit({ code: 7 });
    fake.exit({ code: 8 });
    expect(onExit.mock.calls).toMatchObject([[{ code: 7 }]]);
    expect([runner.state, runner.live]).toEqual(['absent', null]);
  });

  it('is interrupted, and is left alone when its turn ends in time', async () => {
    const { ready, fake, runner, clock } = rig();
    await ready();
    await runner.interrupt();
    expect([runner.state, runner.live]).toEqual(['interrupting', fake]);
    clock.increment(199);
    runner.turnEnded();
    clock.increment(10_000);
    expect([runner.state, fake.calls]).toEqual(['ready', ['connect', 'start', 'interrupt']]);
  });

  it('is ended when it ignores the interrupt, and that is why', async () => {
    const { ready, fake, runner, clock, onExit } = rig();
    await ready();
    await runner.interrupt();
    clock.increment(200);
    expect(fake.calls).toContain('stop');
    expect(onExit.mock.calls).toMatchObject([[{ signal: 'SIGTERM', because: 'interrupt_ignored' }]]);
    expect(runner.state).toBe('absent');
  });

  it('is stopped, with the reason that was given', async () => {
    const { ready, runner, onExit } = rig();
    await ready();
    await runner.stop('daemon_stopping');
    expect(onExit.mock.calls).toMatchObject([[{ because: 'daemon_stopping' }]]);
  });

  it('has forgotten the reason of an earlier end', async () => {
    const { ready, runner, fake, onExit, connected } = rig();
    await ready();
    await runner.stop('daemon_stopping');
    fake.calls.length = 0;
    const again = runner.start();
    await connected();
    fake.becomeReady();
    await again;
    fake.exit({ code: 1 });
    expect(onExit.mock.lastCall![0]).not.toHaveProperty('because');
  });
});

describe('stopping an agent', () => {
  it('that does not run does nothing', async () => {
    const { runner, onExit } = rig();
    await runner.stop();
    expect([runner.state, onExit.mock.calls]).toEqual(['absent', []]);
  });

  it('while it starts ends it', async () => {
    const { runner, fake, onExit, onReady, connected } = rig();
    const started = runner.start();
    await connected();
    await runner.stop();
    expect(await started).toBe(false);
    expect(fake.calls).toContain('stop');
    expect([onExit.mock.calls.length, onReady.mock.calls.length]).toEqual([1, 0]);
  });

  it('before it was even looked for never connects it', async () => {
    let found: (ground: ConnectionGround) => void = () => {};
    const { runner, fake, onExit } = rig(
      () =>
        new Promise((resolve) => {
          found = resolve;
        }),
    );
    const started = runner.start();
    const stopped = runner.stop();
    found(ground);
    await stopped;
    expect([await started, fake.calls]).toEqual([false, []]);
    expect(onExit).toHaveBeenCalledOnce();
    expect(runner.state).toBe('absent');
  });
});
