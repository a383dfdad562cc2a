import { describe, expect, it, vi } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { agentProcessMachine } from '../../machines/index.js';
import { Delivery } from '../../src/sessions/delivery.js';
import { promptOf, settingsOf, timeouts } from '../support/agent-process-rig.js';
import { FakeAgent } from './fake-agent.js';

/** A delivery to a running agent, unless the test says otherwise. */
function rig() {
  const fake = new FakeAgent();
  const clock = new SimulatedClock();
  const process = createActor(agentProcessMachine, { input: timeouts, clock });
  const runner = { connection: fake as FakeAgent | null, stop: vi.fn(async () => {}) };
  const logger = { warn: vi.fn(), error: vi.fn() };
  const [onUnprompted, onStopped] = [vi.fn(), vi.fn()];
  const onTrust = vi.fn(async () => {});
  let turn: string | null = 't1';
  const isRunning = (turnId: string) => turnId === turn;
  const delivery = new Delivery({ process, runner, logger, isRunning, onUnprompted, onTrust, onStopped });
  process.on('take', () => process.send({ type: 'admitted' }));
  process.on('check', () => process.send({ type: 'trust.decided' }));
  process.start();
  return {
    fake,
    clock,
    process,
    runner,
    logger,
    onUnprompted,
    onStopped,
    onTrust,
    delivery,
    start: () => process.send({ type: 'start' }),
    becomeReady: () => process.send({ type: 'ready', settings: settingsOf('old') }),
    endTurn: () => {
      turn = null;
      process.send({ type: 'turn.ended' });
    },
    prompt: () => delivery.perform({ type: 'prompt', prompt: promptOf('t1') }),
  };
}

function ready() {
  const parts = rig();
  parts.start();
  parts.becomeReady();
  return parts;
}

const prompted = ['prompt hello'];

describe('prompts', () => {
  it('delivers a prompt to a ready agent', async () => {
    const { fake, prompt } = ready();
    prompt();
    await vi.waitFor(() => expect(fake.calls).toEqual(prompted));
  });

  it('delivers a prompt once the agent has started', async () => {
    const { fake, prompt, becomeReady, process } = rig();
    prompt();
    await vi.waitFor(() =>
      expect(process.getSnapshot().value).toMatchObject({
        process: 'starting',
        delivery: { undelivered: 'waiting' },
      }),
    );
    expect(fake.calls).toEqual([]);
    becomeReady();
    expect(fake.calls).toEqual(prompted);
  });

  it('delivers a prompt once the agent has applied its settings', async () => {
    const { fake, prompt, delivery, process } = ready();
    let take: (answer: 'taken') => void = () => {};
    fake.takeSettings = () =>
      new Promise((resolve) => {
        take = resolve;
      });
    delivery.perform({ type: 'configure', settings: settingsOf('new') });
    prompt();
    const waiting = { settings: 'taking', delivery: { undelivered: 'waiting' } };
    await vi.waitFor(() => expect(process.getSnapshot().value).toMatchObject(waiting));
    expect(fake.calls).toEqual(['configure new']);
    take('taken');
    await vi.waitFor(() => expect(fake.calls).toEqual(['configure new', ...prompted]));
  });

  it('withdraws a prompt interrupted in the same commit', async () => {
    const { fake, prompt, delivery, onUnprompted, process } = ready();
    prompt();
    delivery.perform({ type: 'interrupt', turnId: 't1' });
    expect(onUnprompted.mock.calls).toEqual([[null]]);
    await null;
    expect(fake.calls).toEqual([]);
    expect(process.getSnapshot().value).toMatchObject({ process: 'ready', delivery: 'none' });
  });

  it('withdraws a prompt interrupted while the agent starts', async () => {
    const { fake, prompt, delivery, onUnprompted, becomeReady } = rig();
    prompt();
    await null;
    delivery.perform({ type: 'interrupt', turnId: 't1' });
    expect(onUnprompted.mock.calls).toEqual([[null]]);
    becomeReady();
    expect(fake.calls).toEqual([]);
  });

  it('starts no agent if the turn has already ended', async () => {
    const { fake, prompt, endTurn, process } = rig();
    endTurn();
    prompt();
    await null;
    expect([fake.calls, process.getSnapshot().value.process]).toEqual([[], 'absent']);
  });

  it('fails the turn if the agent refuses the prompt', async () => {
    const { fake, prompt, onUnprompted, logger } = ready();
    fake.takePrompt = () => Promise.reject(new Error('no room'));
    prompt();
    await vi.waitFor(() => expect(onUnprompted.mock.calls).toEqual([['no room']]));
    expect(logger.error).toHaveBeenCalledOnce();
  });

  it('fails no turn if the agent refuses the prompt after the turn has ended', async () => {
    const { fake, prompt, onUnprompted, logger, endTurn } = ready();
    let refuse: (error: Error) => void = () => {};
    fake.takePrompt = () =>
      new Promise((_, reject) => {
        refuse = reject;
      });
    prompt();
    await vi.waitFor(() => expect(fake.calls).toEqual(prompted));
    endTurn();
    refuse(new Error('no room'));
    await vi.waitFor(() => expect(logger.error).toHaveBeenCalledOnce());
    expect(onUnprompted).not.toHaveBeenCalled();
  });
});

describe('interrupts', () => {
  it('do not reach an idle agent whose turn has already ended', () => {
    const { fake, delivery, process, endTurn } = ready();
    endTurn();
    delivery.perform({ type: 'interrupt', turnId: 't1' });
    expect([fake.calls, process.getSnapshot().value.process]).toEqual([[], 'ready']);
  });

  it('for an earlier turn do not reach the running one', async () => {
    const { fake, delivery, prompt } = ready();
    delivery.perform({ type: 'interrupt', turnId: 't0' });
    prompt();
    await vi.waitFor(() => expect(fake.calls).toEqual(prompted));
  });
});

describe('settings changes', () => {
  it.each([
    ['cannot be applied', async () => 'restart' as const, 0],
    ['are refused', () => Promise.reject(new Error('no such model')), 1],
  ])('mark the running agent as outdated if they %s', async (_, takeSettings, warnings) => {
    const { fake, delivery, process, logger } = ready();
    fake.takeSettings = takeSettings;
    delivery.perform({ type: 'configure', settings: settingsOf('new') });
    await vi.waitFor(() => expect(process.getSnapshot().value.settings).toBe('outdated'));
    expect(logger.warn).toHaveBeenCalledTimes(warnings);
  });

  it('ignore the answer of a process that has exited', async () => {
    const { fake, delivery, process, runner, start, becomeReady } = ready();
    const answers: ((answer: 'taken' | 'restart') => void)[] = [];
    const takeSettings = () => new Promise<'taken' | 'restart'>((resolve) => answers.push(resolve));
    fake.takeSettings = takeSettings;
    delivery.perform({ type: 'configure', settings: settingsOf('new') });
    process.send({ type: 'exited' });
    start();
    becomeReady();
    runner.connection = new FakeAgent();
    runner.connection.takeSettings = takeSettings;
    delivery.perform({ type: 'configure', settings: settingsOf('newer') });
    answers[0]!('restart');
    answers[1]!('taken');
    await vi.waitFor(() => expect(process.getSnapshot().value.settings).not.toBe('taking'));
    expect(process.getSnapshot().value.settings).toBe('current');
  });
});

describe('a rest', () => {
  it('is offered to an agent that has had nothing to do for a while', () => {
    const { fake, clock } = ready();
    clock.increment(timeouts.restTimeoutMs);
    expect(fake.calls).toEqual(['rest']);
  });

  it('is nothing to an agent that does not rest', () => {
    const { clock, runner, process, logger } = ready();
    runner.connection = Object.assign(new FakeAgent(), { rest: undefined });
    clock.increment(timeouts.restTimeoutMs);
    expect(logger.error).not.toHaveBeenCalled();
    expect(process.getSnapshot().value.process).toBe('ready');
  });

  it.each([
    ['holds the next message if anything was released', async () => true, 'rechecking'],
    ['holds it too if it failed', () => Promise.reject(new Error('no answer')), 'rechecking'],
    ['delivers it at once if there was nothing to release', async () => false, 'ready'],
  ])('%s', async (_, rest, expected) => {
    const { clock, fake, process, prompt } = ready();
    vi.spyOn(fake, 'rest').mockImplementation(rest);
    clock.increment(timeouts.restTimeoutMs);
    prompt();
    expect(process.getSnapshot().value.process).toBe('resting');
    await vi.waitFor(() => expect(process.getSnapshot().value.process).toBe(expected));
    expect(fake.calls.some((call) => call !== 'rest')).toBe(expected === 'ready');
  });
});

describe('other effects', () => {
  it('are delivered to a running agent', async () => {
    const { fake, delivery, prompt } = ready();
    prompt();
    await null;
    delivery.perform({ type: 'steer', prompt: { ...promptOf('t1'), message: 'faster' } });
    delivery.perform({ type: 'reply', key: 'p', reply: 'once', message: null });
    delivery.perform({ type: 'answer', key: 'q', answers: [['yes']] });
    delivery.perform({ type: 'reject', key: 'r' });
    delivery.perform({ type: 'interrupt', turnId: 't1' });
    expect(fake.calls).toEqual([
      ...prompted,
      'steer faster',
      'reply p once',
      'answer q yes',
      'reject r',
      'interrupt',
    ]);
  });

  it('are dropped if no agent is running', () => {
    const { fake, delivery, runner } = rig();
    runner.connection = null;
    delivery.perform({ type: 'reject', key: 'r' });
    delivery.perform({ type: 'interrupt', turnId: 't1' });
    expect(fake.calls).toEqual([]);
  });

  it('are logged when they fail', async () => {
    const { fake, delivery, logger } = ready();
    const failure = new Error('gone');
    vi.spyOn(fake, 'rejectQuestion').mockRejectedValue(failure);
    delivery.perform({ type: 'reject', key: 'r' });
    await vi.waitFor(() =>
      expect(logger.error.mock.calls).toEqual([
        [{ err: failure, effect: 'reject' }, 'an effect could not be delivered to the agent'],
      ]),
    );
  });

  it('stop the agent and report its exit', async () => {
    const { delivery, runner, onStopped } = ready();
    delivery.perform({ type: 'stop' });
    expect(runner.stop).toHaveBeenCalledOnce();
    expect(onStopped).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(onStopped).toHaveBeenCalledOnce());
  });
});

describe('a message for a turn whose first one has not been delivered', () => {
  it('follows it once the agent is ready', async () => {
    const { fake, delivery, prompt, becomeReady } = rig();
    prompt();
    await null;
    for (const message of ['faster', 'higher'])
      delivery.perform({ type: 'steer', prompt: { ...promptOf('t1'), message } });
    expect(fake.calls).toEqual([]);
    becomeReady();
    expect(fake.calls).toEqual([...prompted, 'steer faster', 'steer higher']);
  });

  it('is lost with its turn', async () => {
    const { fake, delivery, process, becomeReady } = rig();
    const promptFor = (turnId: string) => process.send({ type: 'prompt', prompt: promptOf(turnId) });
    promptFor('t0');
    delivery.perform({ type: 'steer', prompt: { ...promptOf('t0'), message: 'faster' } });
    process.send({ type: 'interrupt' });
    promptFor('t1');
    process.send({ type: 'release' });
    becomeReady();
    expect(fake.calls).toEqual(prompted);
  });
});
