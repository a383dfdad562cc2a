import { adjacencyMapToArray, getAdjacencyMap } from '@xstate/graph';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createActor, type EventObject, SimulatedClock } from 'xstate';
import {
  type AgentProcessInput,
  type AgentProcessOrder,
  agentProcessMachine,
  itemMachine,
  requestMachine,
} from '../../machines/index.js';
import { itemStep } from '../../machines/item.js';
import { requestStep } from '../../machines/request.js';
import { MachineCoverage } from '../support/machine-coverage.js';

const delays: AgentProcessInput = { startTimeoutMs: 1000, interruptTimeoutMs: 500 };

interface Edge {
  from: string;
  event: string;
  to: string;
  /** The events that lead to where it begins. */
  way: string[];
}

/** Every event at every state that can be reached. A delay is an event where it is waited for: the graph has no clock. */
function edgesOf(machine: AnyStateMachine, input?: unknown): Edge[] {
  const events = ({ value }: { value: unknown }): EventObject[] =>
    machine.events
      .filter((type: string) => !type.startsWith('xstate.after.') || type.endsWith(`.${value}`))
      .map((type: string) => ({ type }));
  const serializeState = ({ value }: { value: unknown }) => String(value);
  const ways = new Map<string, string[]>();
  return adjacencyMapToArray(getAdjacencyMap(machine, { events, serializeState, input })).map((edge) => {
    const [from, to, event] = [
      String(edge.state.value),
      String(edge.nextState.value),
      String(edge.event.type),
    ];
    const way = ways.get(from) ?? [];
    if (!ways.has(from)) ways.set(from, way);
    if (!ways.has(to)) ways.set(to, [...way, event]);
    return { from, event, to, way };
  });
}

describe.each([
  ['item', itemMachine, itemStep],
  ['request', requestMachine, requestStep],
] as const)('the %s machine', (_, machine, step) => {
  const edges = edgesOf(machine);

  it('enters every state and takes every transition that it defines', () => {
    const coverage = new MachineCoverage(machine);
    for (const { way, event, to } of edges) {
      const actor = createActor(machine).start();
      coverage.watch(actor);
      for (const type of [...way, event]) actor.send({ type } as never);
      expect(actor.getSnapshot().value).toBe(to);
    }
    expect(coverage.missing).toEqual([]);
  });

  it('is read as a table that says the same as the machine does', () => {
    for (const { from, event, to } of edges) expect(step(from, event)?.target ?? from).toBe(to);
  });

  it('names something to do wherever it goes', () => {
    for (const { from, event, to } of edges) {
      if (from !== to) expect(step(from, event)?.actions).not.toEqual([]);
    }
  });

  it('has nothing to do for what it does not know', () => {
    expect(step('unknown', 'no such event')).toBeUndefined();
    expect(step('no such state', 'start')).toBeUndefined();
  });
});

/** A process with a clock that is turned by hand. */
class ProcessRig {
  readonly clock = new SimulatedClock();
  readonly orders: AgentProcessOrder['why'][] = [];
  readonly actor = createActor(agentProcessMachine, { input: delays, clock: this.clock });

  constructor(...events: string[]) {
    this.actor.on('end', ({ why }) => this.orders.push(why));
    this.actor.start();
    for (const type of events) this.send(type);
  }

  /** A delay is not sent: it passes. */
  send(type: string): this {
    if (type.startsWith('xstate.after.startTimeout')) this.clock.increment(delays.startTimeoutMs);
    else if (type.startsWith('xstate.after.interruptTimeout'))
      this.clock.increment(delays.interruptTimeoutMs);
    else this.actor.send({ type } as never);
    return this;
  }

  get value(): string {
    return this.actor.getSnapshot().value;
  }
}

describe('the agent-process machine', () => {
  it('enters every state and takes every transition that it defines', () => {
    const coverage = new MachineCoverage(agentProcessMachine);
    for (const { way, event, to } of edgesOf(agentProcessMachine, delays)) {
      const rig = new ProcessRig();
      coverage.watch(rig.actor);
      for (const type of [...way, event]) rig.send(type);
      expect(rig.value).toBe(to);
    }
    expect(coverage.missing).toEqual([]);
  });

  it('ends a process that does not shake hands in time, not a moment earlier', () => {
    const rig = new ProcessRig('start');
    rig.clock.increment(999);
    expect([rig.value, rig.orders]).toEqual(['starting', []]);
    rig.clock.increment(1);
    expect([rig.value, rig.orders]).toEqual(['stopping', ['start_timeout']]);
  });

  it('leaves a process in peace once it is ready', () => {
    const rig = new ProcessRig('start', 'ready');
    rig.clock.increment(1_000_000);
    expect([rig.value, rig.orders]).toEqual(['ready', []]);
  });

  it('ends a process that goes on with its turn after it was interrupted', () => {
    const rig = new ProcessRig('start', 'ready', 'interrupt');
    rig.clock.increment(499);
    expect([rig.value, rig.orders]).toEqual(['interrupting', []]);
    rig.clock.increment(1);
    expect([rig.value, rig.orders]).toEqual(['stopping', ['interrupt_ignored']]);
  });

  it('gives each interrupt its own time', () => {
    const rig = new ProcessRig('start', 'ready', 'interrupt');
    rig.clock.increment(400);
    rig.send('turn.ended').send('interrupt');
    rig.clock.increment(400);
    expect([rig.value, rig.orders]).toEqual(['interrupting', []]);
  });

  it('does not wait longer because it is interrupted again', () => {
    const rig = new ProcessRig('start', 'ready', 'interrupt');
    rig.clock.increment(400);
    rig.send('interrupt');
    rig.clock.increment(100);
    expect(rig.orders).toEqual(['interrupt_ignored']);
  });

  it('ends a process once, however often it is told to', () => {
    const rig = new ProcessRig('start', 'ready', 'stop', 'stop', 'interrupt');
    rig.clock.increment(1_000_000);
    expect([rig.value, rig.orders]).toEqual(['stopping', ['stopped']]);
  });

  it('has no process after an exit, and starts one again', () => {
    for (const way of [['start'], ['start', 'ready'], ['start', 'ready', 'interrupt'], ['start', 'stop']]) {
      const rig = new ProcessRig(...way, 'exited');
      rig.clock.increment(1_000_000);
      expect(rig.value).toBe('absent');
      expect(rig.send('start').value).toBe('starting');
    }
  });
});
