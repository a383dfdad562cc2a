import { adjacencyMapToArray, getAdjacencyMap } from '@xstate/graph';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createActor } from 'xstate';
import { itemMachine, requestMachine } from '../../machines/index.js';
import { itemStep } from '../../machines/item.js';
import { requestStep } from '../../machines/request.js';
import { MachineCoverage } from '../support/machine-coverage.js';

interface Edge {
  from: string;
  event: string;
  to: string;
  /** The events that lead to its source. */
  way: string[];
}

/** Every event at every state that can be reached. */
function edgesOf(machine: AnyStateMachine): Edge[] {
  const events = machine.events.map((type: string) => ({ type }));
  const serializeState = ({ value }: { value: unknown }) => String(value);
  const ways = new Map<string, string[]>();
  return adjacencyMapToArray(getAdjacencyMap(machine, { events, serializeState })).map((edge) => {
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

  it('enters every state and takes every transition', () => {
    const coverage = new MachineCoverage(machine);
    for (const { way, event, to } of edges) {
      const actor = createActor(machine).start();
      coverage.watch(actor);
      for (const type of [...way, event]) actor.send({ type } as never);
      expect(actor.getSnapshot().value).toBe(to);
    }
    expect(coverage.missing).toEqual([]);
  });

  it('has a transition table that agrees with the machine', () => {
    for (const { from, event, to } of edges) expect(step(from, event)?.target ?? from).toBe(to);
  });

  it('names an action on every change of state', () => {
    for (const { from, event, to } of edges) {
      if (from !== to) expect(step(from, event)?.actions).not.toEqual([]);
    }
  });

  it('has no step for an unknown state or event', () => {
    expect(step('unknown', 'no such event')).toBeUndefined();
    expect(step('no such state', 'start')).toBeUndefined();
  });
});
