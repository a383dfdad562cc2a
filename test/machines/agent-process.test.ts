import { describe, expect, it } from 'vitest';
import { AgentProcessRig, promptOf, type Step, settingsOf } from '../support/agent-process-rig.js';

const started: Step[] = ['start', 'admitted', 'trusted'];
const ready: Step[] = [...started, 'ready'];
const working: Step[] = [...ready, 'prompt', 'release'];
const prompted = { type: 'prompt', prompt: promptOf('t1') };
const configured = { type: 'configure', settings: settingsOf('new') };

describe('the time-outs of the agent-process machine', () => {
  it('end a process that does not shake hands in time, not a moment earlier', () => {
    const rig = new AgentProcessRig(...started);
    rig.clock.increment(999);
    expect([rig.value.process, rig.orders]).toEqual(['starting', []]);
    rig.clock.increment(1);
    expect([rig.value.process, rig.orders]).toEqual([
      'stopping',
      [{ type: 'end', because: 'start_timeout' }],
    ]);
  });

  it('leave a process alone once it is ready', () => {
    const rig = new AgentProcessRig(...working);
    rig.clock.increment(1_000_000);
    expect([rig.value.process, rig.orders]).toEqual(['ready', []]);
  });

  it('end a process that goes on with its turn after it was interrupted', () => {
    const rig = new AgentProcessRig(...working, 'interrupt');
    rig.clock.increment(499);
    expect([rig.value.process, rig.orders]).toEqual(['interrupting', []]);
    rig.clock.increment(1);
    expect([rig.value.process, rig.orders]).toEqual([
      'stopping',
      [{ type: 'end', because: 'interrupt_ignored' }],
    ]);
  });

  it('give each interrupt its own time', () => {
    const rig = new AgentProcessRig(...working, 'interrupt');
    rig.clock.increment(400);
    rig.take('turnEnded', 'prompt', 'release', 'interrupt');
    rig.clock.increment(400);
    expect(rig.value.process).toBe('interrupting');
  });

  it('are not extended by a second interrupt, which is sent to the agent', () => {
    const rig = new AgentProcessRig(...working, 'interrupt');
    rig.clock.increment(400);
    expect(rig.take('interrupt').orders).toEqual([{ type: 'interrupt' }]);
    rig.clock.increment(100);
    expect(rig.orders).toEqual([{ type: 'end', because: 'interrupt_ignored' }]);
  });

  it('count anew for a process that is restarted', () => {
    const rig = new AgentProcessRig(...ready, 'configure', 'refused', 'prompt', 'release');
    expect(rig.take('exited', 'trusted').orders).toHaveLength(2);
    rig.clock.increment(1000);
    expect(rig.orders).toEqual([{ type: 'end', because: 'start_timeout' }]);
  });
});

describe('a process that rests', () => {
  const resting: Step[] = [...ready, 'restTimeout', 'resting'];
  const asked: Step[] = [...resting, 'rested', 'prompt', 'release'];

  it('has its folder looked at before the next message, and then gets it', () => {
    expect(new AgentProcessRig(...resting, 'rested').take('prompt', 'release').orders).toEqual([
      { type: 'recheck' },
    ]);
    expect(new AgentProcessRig(...asked).take('trusted').orders).toEqual([prompted]);
  });

  it('is restarted for the message if the decision has changed, for which a human may be asked', () => {
    const rig = new AgentProcessRig(...asked);
    expect(rig.take('changed').orders).toEqual([{ type: 'end', because: 'reconfigured' }]);
    expect(rig.take('exited').orders).toEqual([{ type: 'check' }]);
    rig.take('asked', 'trusted', 'admitted', 'trusted', 'ready');
    expect(rig.orders).toContainEqual(prompted);
  });

  it('keeps a message that comes meanwhile, and delivers it at once if nothing was released', () => {
    const rig = new AgentProcessRig(...resting).take('prompt', 'release');
    expect(rig.orders).toEqual([]);
    expect(rig.take('notRested').orders).toEqual([prompted]);
  });

  it('does so once, until the next message', () => {
    const rig = new AgentProcessRig(...resting, 'rested');
    rig.clock.increment(1_000_000);
    expect([rig.value.process, rig.orders]).toEqual(['rested', []]);
  });

  it('still takes settings, and makes room for others', () => {
    expect(new AgentProcessRig(...resting, 'rested').take('configure').orders).toEqual([configured]);
    expect(new AgentProcessRig(...resting, 'rested').take('yield').orders).toEqual([
      { type: 'end', because: 'yielded' },
    ]);
  });
});

describe('a process whose environment has changed', () => {
  const restart = [{ type: 'end', because: 'reconfigured' }];

  it('finishes its turn, and is restarted for the next message', () => {
    const rig = new AgentProcessRig(...working, 'outdated');
    expect([rig.value.process, rig.orders]).toEqual(['ready', []]);
    expect(rig.take('turnEnded', 'prompt', 'release').orders).toEqual(restart);
    expect(rig.take('exited').value).toMatchObject({ process: 'checking', settings: 'current' });
    expect(rig.take('trusted', 'ready').orders).toContainEqual(prompted);
  });

  it('is restarted also if it was starting, or taking other settings', () => {
    for (const way of [
      [...started, 'outdated', 'ready'],
      [...ready, 'configure', 'outdated', 'taken'],
    ] as const)
      expect(new AgentProcessRig(...way).take('prompt', 'release').orders).toEqual(restart);
  });

  it('is of no interest if there is none', () => {
    const rig = new AgentProcessRig('outdated', ...ready);
    expect(rig.value).toMatchObject({ process: 'ready', settings: 'current' });
  });
});

describe('the rest of an agent', () => {
  const rest = { type: 'rest' };

  it('comes when nothing has gone on for a while, and again while that is so', () => {
    const rig = new AgentProcessRig(...ready);
    rig.clock.increment(9_999);
    expect(rig.orders).toEqual([]);
    rig.clock.increment(1);
    expect(rig.orders).toEqual([rest]);
    rig.clock.increment(10_000);
    expect(rig.orders).toEqual([rest]);
  });

  it('does not come in a turn, and the end of the turn begins the time anew', () => {
    const rig = new AgentProcessRig(...ready);
    rig.clock.increment(9_000);
    rig.take('prompt', 'release');
    rig.clock.increment(100_000);
    expect(rig.orders).toEqual([prompted]);
    rig.take('turnEnded').clock.increment(9_999);
    expect(rig.orders).toEqual([]);
    rig.clock.increment(1);
    expect(rig.orders).toEqual([rest]);
  });

  it('does not come without a process', () => {
    const rig = new AgentProcessRig(...ready, 'exited');
    rig.clock.increment(100_000);
    expect(rig.orders).toEqual([]);
  });
});

describe('ending an agent', () => {
  it('is ordered once, with the reason of the first', () => {
    const rig = new AgentProcessRig(...working);
    rig.actor.send({ type: 'stop', because: 'daemon_stopping' });
    rig.take('stop', 'interrupt', 'interruptTimeout');
    expect([rig.value.process, rig.orders]).toEqual([
      'stopping',
      [{ type: 'end', because: 'daemon_stopping' }],
    ]);
  });

  it('reports no reason if the session ends with it', () => {
    expect(new AgentProcessRig(...started).take('stop').orders).toEqual([{ type: 'end', because: null }]);
  });

  it('keeps one that restarts from being started again', () => {
    const rig = new AgentProcessRig(...ready, 'configure', 'refused', 'prompt', 'release');
    expect(rig.take('stop', 'exited').orders).toEqual([{ type: 'free' }]);
    expect(rig.value).toEqual({ process: 'absent', settings: 'current', delivery: 'none' });
  });
});

describe('the delivery of a prompt', () => {
  it('starts a process and waits until it is ready', () => {
    const rig = new AgentProcessRig();
    expect(rig.take('prompt', 'release').orders).toEqual([{ type: 'take' }]);
    expect(rig.take('admitted').orders).toEqual([{ type: 'check' }]);
    expect(rig.take('trusted').orders).toEqual([{ type: 'start' }]);
    expect(rig.value).toEqual({
      process: 'starting',
      settings: 'current',
      delivery: { undelivered: 'waiting' },
    });
    expect(rig.take('ready').orders).toEqual([prompted]);
    expect(rig.value.delivery).toBe('delivered');
  });

  it('waits for what was committed with it, which may be an interrupt', () => {
    const rig = new AgentProcessRig(...ready);
    expect(rig.take('prompt').orders).toEqual([]);
    expect(rig.take('interrupt', 'release').orders).toEqual([{ type: 'unprompted', failure: null }]);
    expect(rig.value).toMatchObject({ process: 'ready', delivery: 'none' });
  });

  it('is withdrawn by an interrupt while the process starts, which goes on', () => {
    const rig = new AgentProcessRig('prompt', 'admitted', 'trusted', 'release');
    expect(rig.take('interrupt').orders).toEqual([{ type: 'unprompted', failure: null }]);
    expect(rig.take('ready').orders).toEqual([]);
    expect(rig.value).toMatchObject({ process: 'ready', delivery: 'none' });
  });

  it('interrupts the agent once it was delivered', () => {
    const rig = new AgentProcessRig(...working);
    expect(rig.take('interrupt').orders).toEqual([{ type: 'interrupt' }]);
    expect(rig.value).toMatchObject({ process: 'interrupting', delivery: 'delivered' });
  });

  it('ends with its turn, and with its process', () => {
    for (const end of ['turnEnded', 'exited'] as const) {
      for (const way of [['prompt', 'release'], working] as Step[][]) {
        const rig = new AgentProcessRig(...way, end);
        expect(rig.value.delivery).toBe('none');
        expect(rig.actor.getSnapshot().context.prompt).toBeNull();
      }
    }
  });

  it('fails where the agent does not take the message', () => {
    const rig = new AgentProcessRig(...working);
    expect(rig.take('failed').orders).toEqual([{ type: 'unprompted', failure: 'no room' }]);
    expect(rig.value.delivery).toBe('none');
  });

  it('does not fail with the message of an earlier turn', () => {
    const rig = new AgentProcessRig(...working);
    expect(rig.take('failedBefore').orders).toEqual([]);
    expect(rig.value.delivery).toBe('delivered');
  });
});

describe('new settings', () => {
  it('are sent to a running agent, and a prompt waits until they are taken', () => {
    const rig = new AgentProcessRig(...ready);
    expect(rig.take('configure').orders).toEqual([configured]);
    expect(rig.take('prompt', 'release').orders).toEqual([]);
    expect(rig.value).toMatchObject({ settings: 'taking', delivery: { undelivered: 'waiting' } });
    expect(rig.take('taken').orders).toEqual([prompted]);
  });

  it('do not concern an agent that does not run: it is started with them', () => {
    const rig = new AgentProcessRig();
    expect(rig.take('configure').orders).toEqual([]);
    expect(rig.value.settings).toBe('current');
  });

  it('are sent once the agent is ready, if it was started with others', () => {
    const rig = new AgentProcessRig('prompt', 'admitted', 'trusted', 'release', 'configure');
    expect(rig.take('ready').orders).toEqual([configured]);
    expect(rig.take('taken').orders).toEqual([prompted]);
  });

  it('are not sent if the agent was started with them already', () => {
    const rig = new AgentProcessRig('prompt', 'admitted', 'trusted', 'release', 'configure');
    expect(rig.take('readyWithNew').orders).toEqual([prompted]);
  });

  it('that change again are sent when the former are taken, the latest only', () => {
    const rig = new AgentProcessRig(...ready, 'configure');
    for (const model of ['newer', 'newest'])
      rig.actor.send({ type: 'configure', settings: settingsOf(model) });
    rig.take('prompt', 'release');
    expect(rig.take('taken').orders).toEqual([{ type: 'configure', settings: settingsOf('newest') }]);
    expect(rig.take('taken').orders).toEqual([prompted]);
  });

  it('are also sent to an agent that is being interrupted', () => {
    const rig = new AgentProcessRig(...working, 'interrupt');
    expect(rig.take('configure').orders).toEqual([configured]);
    expect(rig.value).toMatchObject({ process: 'interrupting', settings: 'taking' });
  });

  it('that a running agent cannot take restart it, when the next message comes', () => {
    const rig = new AgentProcessRig(...ready, 'configure');
    expect(rig.take('refused').orders).toEqual([]);
    expect(rig.value).toMatchObject({ process: 'ready', settings: 'outdated' });
    expect(rig.take('prompt', 'release').orders).toEqual([{ type: 'end', because: 'reconfigured' }]);
    expect(rig.value).toMatchObject({ process: 'restarting', delivery: { undelivered: 'waiting' } });
    expect(rig.take('exited', 'trusted').orders).toEqual([{ type: 'check' }, { type: 'start' }]);
    expect(rig.take('readyWithNew').orders).toEqual([prompted]);
  });

  it('end the restart where the message was withdrawn meanwhile', () => {
    const rig = new AgentProcessRig(...ready, 'configure', 'refused', 'prompt', 'release', 'interrupt');
    expect(rig.take('exited').orders).toEqual([{ type: 'free' }]);
    expect(rig.value).toEqual({ process: 'absent', settings: 'current', delivery: 'none' });
  });
});

describe('the slot of a process', () => {
  const take = { type: 'take' };
  const free = { type: 'free' };

  it('is waited for as long as it takes: the time to start begins with the process', () => {
    const rig = new AgentProcessRig('start');
    rig.clock.increment(1_000_000);
    expect([rig.value.process, rig.orders]).toEqual(['waiting', []]);
    expect(rig.take('admitted').orders).toEqual([{ type: 'check' }]);
    expect(rig.take('trusted').orders).toEqual([{ type: 'start' }]);
    rig.clock.increment(999);
    expect(rig.value.process).toBe('starting');
  });

  it('is no longer waited for when the agent is stopped, or its message interrupted or overtaken', () => {
    for (const way of [
      ['start', 'stop'],
      ['prompt', 'stop'],
      ['prompt', 'release', 'turnEnded'],
    ] as Step[][]) {
      const rig = new AgentProcessRig(...way.slice(0, -1));
      expect(rig.take(way.at(-1)!).orders).toContainEqual(free);
      expect(rig.value.process).toBe('absent');
    }
    const rig = new AgentProcessRig('prompt', 'release');
    expect(rig.take('interrupt').orders).toEqual([free, { type: 'unprompted', failure: null }]);
    expect(rig.value).toEqual({ process: 'absent', settings: 'current', delivery: 'none' });
  });

  it('is waited for by a session that has not started, whatever is interrupted', () => {
    const rig = new AgentProcessRig('start', 'interrupt', 'turnEnded');
    expect(rig.value.process).toBe('waiting');
  });

  it('is kept while the process restarts with new settings', () => {
    const rig = new AgentProcessRig(...ready, 'configure', 'refused', 'prompt', 'release');
    expect(rig.take('exited').orders).toEqual([{ type: 'check' }]);
  });

  it('is given up by an idle process only', () => {
    expect(new AgentProcessRig(...working).take('yield').orders).toEqual([]);
    expect(new AgentProcessRig(...ready, 'prompt').take('yield').orders).toEqual([]);
    const rig = new AgentProcessRig(...ready);
    expect(rig.take('yield').orders).toEqual([{ type: 'end', because: 'yielded' }]);
    expect(rig.take('exited').orders).toEqual([free]);
    expect(rig.value.process).toBe('absent');
  });

  it('is taken anew for a message that came while it was given up', () => {
    const rig = new AgentProcessRig(...ready, 'yield', 'prompt', 'release');
    expect(rig.value).toMatchObject({ process: 'yielding', delivery: { undelivered: 'waiting' } });
    expect(rig.take('exited').orders).toEqual([free, take]);
    expect(rig.take('admitted', 'trusted', 'ready').orders).toEqual([
      { type: 'check' },
      { type: 'start' },
      prompted,
    ]);
  });

  it('is not taken anew if the agent is stopped, or the message withdrawn, meanwhile', () => {
    for (const step of ['stop', 'interrupt'] as const) {
      const rig = new AgentProcessRig(...ready, 'yield', 'prompt', 'release', step);
      expect(rig.take('exited').orders).toEqual([free]);
      expect(rig.value).toEqual({ process: 'absent', settings: 'current', delivery: 'none' });
    }
  });
});
