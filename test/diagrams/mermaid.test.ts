import { describe, expect, it } from 'vitest';
import { type MachineName, machines } from '../../machines/index.js';
import { markMermaid } from '../../src/diagrams/browser.js';
import { graphOf, machineGraph, machineMermaid, mermaidOf } from '../../src/diagrams/index.js';
import { hostile, player } from './sample-machines.js';

const id = (state: string) => state.replaceAll('.', '_');

describe.each(Object.keys(machines) as MachineName[])('the Mermaid text of %s', (name) => {
  const graph = machineGraph(name);
  const text = machineMermaid(name);
  const lines = text.split('\n').map((line) => line.trim());

  it('has every state', () => {
    expect(lines[0]).toBe('stateDiagram-v2');
    for (const state of graph.states) {
      const declared = `state "${state.key}" as ${id(state.id)}`;
      expect(
        lines.some((line) => line === declared || line === `${declared} {`),
        declared,
      ).toBe(true);
    }
    if (graph.initial !== null) expect(lines).toContain(`[*] --> ${id(graph.initial)}`);
    else expect(lines[1]).toBe(`state "${name}" as machine {`);
  });

  it('has every transition', () => {
    for (const { source, target, event, guard, actions } of graph.transitions) {
      const found = lines.some((line) => {
        if (target !== null) {
          const isArrow = line.startsWith(`${id(source)} --> ${id(target)} : `);
          const isInner = line.startsWith(`within_${id(source)} --> ${id(target)} : `);
          return (isArrow || isInner) && line.includes(event) && line.includes(guard ?? '');
        }
        return line.includes(event) && line.includes(guard ?? '') && line.endsWith(`/ ${actions.join(', ')}`);
      });
      expect(found, `${source} on ${event}`).toBe(true);
    }
  });

  it('closes every block', () => {
    expect(lines.filter((line) => line.endsWith('{')).length).toBe(
      lines.filter((line) => line === '}').length,
    );
    expect(lines.filter((line) => line.startsWith('note ')).length).toBe(
      lines.filter((line) => line === 'end note').length,
    );
  });
});

describe('markMermaid', () => {
  it('highlights the innermost active states', () => {
    const text = markMermaid(mermaidOf(graphOf(player)), { on: { disc: { playing: 'fast' } } });
    expect(text).toMatch(
      /\n {2}classDef active fill:#\w+,color:#\w+,stroke:#\w+\n {2}class on_disc_playing_fast active\n$/,
    );
  });

  it('changes nothing without an active state', () => {
    const text = mermaidOf(graphOf(player));
    expect(markMermaid(text, {})).toBe(text);
  });
});

describe('mermaidOf', () => {
  it('separates regions', () => {
    const text = mermaidOf(graphOf(player));
    expect(text.match(/^ *--$/gm)).toHaveLength(2);
  });

  it('starts arrows from a state to its own child at a choice node', () => {
    const text = mermaidOf(graphOf(player));
    expect(text).toContain('state within_on_disc_playing <<choice>>');
    expect(text).toContain('within_on_disc_playing --> on_disc_playing_fast : skip');
  });

  it('lists root transitions', () => {
    const text = mermaidOf(graphOf(player));
    expect(text).toContain('state "player" as machine\n');
    expect(text).toContain('machine : ping / pong');
    expect(text).toContain('machine --> off : unplug');
  });

  it('encodes hostile names', () => {
    const text = mermaidOf(graphOf(hostile));
    const [first, ...rest] = text.split('\n');
    expect(first).toBe('stateDiagram-v2');
    expect(text).not.toMatch(/<script|%%|]]>/);
    for (const line of rest)
      expect(line).toMatch(/^ *(\[\*\] --> \w+|state "[^"]*" as \w+( \{)?|\w+( --> \w+)? : [^"{}%&]*|\})?$/);
  });
});
