import { describe, expect, it } from 'vitest';
import { agentProcessMachine } from '../../machines/index.js';
import { AgentProcessRig, type Step, steps } from '../support/agent-process-rig.js';
import { MachineCoverage } from '../support/machine-coverage.js';

/** A way to each state that can be reached, breadth first. */
function waysToAll(): Map<string, Step[]> {
  const keyOf = (rig: AgentProcessRig) => JSON.stringify(rig.value);
  const ways = new Map<string, Step[]>([[keyOf(new AgentProcessRig()), []]]);
  for (const way of ways.values()) {
    for (const step of steps) {
      const longer = [...way, step];
      const key = keyOf(new AgentProcessRig(...longer));
      if (!ways.has(key)) ways.set(key, longer);
    }
  }
  return ways;
}

const ways = [...waysToAll().values()];

describe('the graph of the agent-process machine', () => {
  it('has no state that is never entered and no transition that is never taken', () => {
    const coverage = new MachineCoverage(agentProcessMachine);
    for (const way of ways) {
      for (const step of steps) {
        const rig = new AgentProcessRig();
        coverage.watch(rig.actor);
        rig.take(...way, step);
      }
    }
    expect(coverage.missing).toEqual([]);
  });

  it('delivers a prompt only to a process that is ready and has the settings of the session', () => {
    let delivered = 0;
    for (const way of ways) {
      for (const step of steps) {
        const rig = new AgentProcessRig(...way);
        if (!rig.take(step).orders.some(({ type }) => type === 'prompt')) continue;
        delivered++;
        expect(rig.value).toEqual({ process: 'ready', settings: 'current', delivery: 'delivered' });
      }
    }
    expect(delivered).toBeGreaterThan(0);
  });

  it('has a process or waits for one wherever a prompt waits, and withdraws it on an interrupt', () => {
    for (const way of ways) {
      const rig = new AgentProcessRig(...way);
      if (!rig.actor.getSnapshot().matches({ delivery: 'undelivered' })) continue;
      const { process } = rig.value;
      expect(process).not.toBe('absent');
      rig.take('interrupt');
      const isLeft = ['waiting', 'checking', 'asking'].includes(String(process));
      expect(rig.orders).toEqual([
        ...(isLeft && process !== 'asking' ? [{ type: 'free' }] : []),
        { type: 'unprompted', failure: null },
      ]);
      expect(rig.value).toMatchObject({ process: isLeft ? 'absent' : process, delivery: 'none' });
    }
  });

  it('has no process after an exit, unless a message waits for a restart or for the next process', () => {
    const next: Record<string, string> = { restarting: 'checking', yielding: 'waiting' };
    for (const way of ways) {
      const rig = new AgentProcessRig(...way);
      const { process, delivery } = rig.value;
      const goesOn = process in next && typeof delivery === 'object';
      rig.take('exited');
      expect(rig.value).toMatchObject({ process: goesOn ? next[process] : 'absent', settings: 'current' });
      if (!goesOn) expect(rig.value.delivery).toBe('none');
    }
  });

  it('has taken exactly one slot wherever it waits or has a process, and none elsewhere or while a human is asked', () => {
    for (const way of ways) {
      for (const step of steps) {
        const rig = new AgentProcessRig();
        let hasSlot = false;
        for (const { type } of rig.take(...way, step).orders) {
          if (type === 'take') expect(hasSlot).toBe(false);
          if (type === 'take' || type === 'free') hasSlot = type === 'take';
        }
        expect(hasSlot).toBe(!['absent', 'asking'].includes(String(rig.value.process)));
      }
    }
  });

  it('starts no process before it was decided about the folder, each time anew', () => {
    let starts = 0;
    for (const way of ways) {
      for (const step of steps) {
        const rig = new AgentProcessRig();
        let isDecided = false;
        for (const each of [...way, step]) {
          for (const { type } of rig.take(each).orders) {
            if (type === 'check') isDecided = false;
            if (type !== 'start') continue;
            expect(isDecided || each === 'trusted').toBe(true);
            starts++;
          }
        }
      }
    }
    expect(starts).toBeGreaterThan(0);
  });
});
