import { describe, expect, it } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { z } from 'zod';
import { machines } from '../../machines/index.js';
import { graphOf } from '../../src/diagrams/index.js';
import { MachineGraph } from '../../src/schema/index.js';
import { player } from './sample-machines.js';

interface Written {
  states?: Record<string, Written>;
  on?: Record<string, unknown>;
  after?: Record<string, unknown>;
  always?: unknown;
}

/** Counts states and transitions independently, from the machine's configuration. */
function count(written: Written): { states: number; transitions: number } {
  const sum = { states: 0, transitions: 0 };
  const { on = {}, after = {}, always = [] } = written;
  for (const given of [...Object.values(on), ...Object.values(after), always]) {
    sum.transitions += Array.isArray(given) ? given.length : 1;
  }
  for (const child of Object.values(written.states ?? {})) {
    const inner = count(child);
    sum.states += 1 + inner.states;
    sum.transitions += inner.transitions;
  }
  return sum;
}

describe.each(Object.entries(machines) as [string, AnyStateMachine][])('the graph of %s', (_, machine) => {
  const graph = graphOf(machine);

  it('has every state and every transition of the machine', () => {
    const written = count(machine.config as Written);
    expect({ states: graph.states.length, transitions: graph.transitions.length }).toEqual(written);
  });

  it('is plain JSON that matches its schema', () => {
    expect(MachineGraph.parse(JSON.parse(JSON.stringify(graph)))).toEqual(graph);
  });

  it('has unique ids and no dangling references', () => {
    const states = new Set(graph.states.map(({ id }) => id));
    expect(states.size).toBe(graph.states.length);
    expect(new Set(graph.transitions.map(({ id }) => id)).size).toBe(graph.transitions.length);
    for (const { source, target } of graph.transitions) {
      expect(states).toContain(source);
      if (target !== null) expect(states).toContain(target);
    }
    for (const { parent, initial } of graph.states) {
      if (parent !== null) expect(states).toContain(parent);
      if (initial !== null) expect(states).toContain(initial);
    }
    if (machine.root.type === 'parallel') expect(graph.initial).toBeNull();
    else expect(states).toContain(graph.initial);
  });

  it('names every guard and action', () => {
    for (const { guard, actions } of graph.transitions) {
      expect([guard, ...actions]).not.toContain('inline');
    }
  });
});

describe('graphOf', () => {
  const graph = graphOf(player);
  const find = (source: string, event: string) =>
    graph.transitions.find((transition) => transition.source === source && transition.event === event);

  it('describes a state', () => {
    expect(graph.states.find(({ id }) => id === 'on.disc.playing')).toEqual({
      id: 'on.disc.playing',
      key: 'playing',
      parent: 'on.disc',
      type: 'compound',
      initial: 'on.disc.playing.normal',
      description: null,
      tags: [],
    });
    expect(graph.states.find(({ id }) => id === 'on')).toMatchObject({
      type: 'parallel',
      initial: null,
      parent: null,
    });
    expect(graph.states.find(({ id }) => id === 'on.end.state')).toMatchObject({ type: 'final' });
  });

  it('describes a transition', () => {
    expect(find('on.disc.stopped', 'play')).toEqual({
      id: 'on.disc.stopped/play/0',
      source: 'on.disc.stopped',
      target: 'on.disc.playing',
      event: 'play',
      guard: 'hasDisc',
      actions: ['spin', 'light'],
      kind: 'input',
    });
  });

  it('finds delayed, eventless, done and root transitions', () => {
    expect(find('on.disc.playing', 'after 500 ms')).toMatchObject({
      kind: 'delay',
      target: 'on.disc.stopped',
    });
    expect(find('on.disc.playing.fast', 'always')).toMatchObject({ guard: 'isTired' });
    expect(find('on.end', 'done')).toMatchObject({ target: null });
    expect(find('', 'unplug')).toMatchObject({ target: 'off' });
    expect(find('', 'ping')).toMatchObject({ target: null, actions: ['pong'] });
  });

  it('distinguishes events from inputs', () => {
    const kinds = new Map(graphOf(machines.session).transitions.map(({ event, kind }) => [event, kind]));
    for (const event of [
      'session.started',
      'turn.ended',
      'item.*',
      'question.resolved',
      'error',
      'agent.unparsed',
    ]) {
      expect(kinds.get(event), event).toBe('event');
    }
    for (const event of [
      'command.send',
      'command.*',
      'draft.*',
      'draft.item.delta',
      'agent.ready',
      'daemon.stopping',
    ]) {
      expect(kinds.get(event), event).toBe('input');
    }
  });

  it('has a schema that converts to JSON Schema', () => {
    expect(z.toJSONSchema(MachineGraph).$defs).toMatchObject({
      MachineGraph: { type: 'object' },
      GraphState: { type: 'object' },
      GraphTransition: { type: 'object' },
    });
  });
});
