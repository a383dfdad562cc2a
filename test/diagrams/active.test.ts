import { describe, expect, it } from 'vitest';
import { type MachineName, machines } from '../../machines/index.js';
import {
  activeIds,
  graphOf,
  machineGraph,
  machineSvg,
  markActive,
  renderSvg,
} from '../../src/diagrams/index.js';
import { player } from './sample-machines.js';
import { xmlProblem } from './well-formed.js';

/** The ids of all groups with a class. */
function withClass(svg: string, name: string): string[] {
  return [...svg.matchAll(/<g id="([^"]*)" class="([^"]*)"/g)]
    .filter(([, , classes]) => classes!.split(' ').includes(name))
    .map(([, id]) => id!);
}

describe('activeIds', () => {
  it('lists a simple state', () => {
    expect(activeIds('ended')).toEqual(['ended']);
  });

  it('lists the states of all regions, parents first', () => {
    expect(activeIds({ live: { turn: { running: 'active' }, requests: 'none', items: 'open' } })).toEqual([
      'live',
      'live.turn',
      'live.turn.running',
      'live.turn.running.active',
      'live.requests',
      'live.requests.none',
      'live.items',
      'live.items.open',
    ]);
  });

  it('includes an empty region', () => {
    expect(activeIds({ on: { lamp: {} } })).toEqual(['on', 'on.lamp']);
  });
});

describe('markActive', () => {
  const value = { on: { disc: { playing: 'fast' }, lamp: {}, end: 'note' } };

  it('marks the innermost active states and their ancestors, and nothing else', () => {
    const svg = markActive(renderSvg(graphOf(player)), value);
    expect(xmlProblem(svg)).toBeNull();
    expect(withClass(svg, 'active').sort()).toEqual([
      'state-on-disc-playing-fast',
      'state-on-end-note',
      'state-on-lamp',
    ]);
    expect(withClass(svg, 'active-region').sort()).toEqual([
      'state-on',
      'state-on-disc',
      'state-on-disc-playing',
      'state-on-end',
    ]);
    expect(withClass(svg, 'taken')).toEqual([]);
  });

  it('marks the arrow that was taken', () => {
    const last = { source: 'on.disc.playing', target: 'on.disc.playing.fast', event: 'skip' };
    const svg = markActive(renderSvg(graphOf(player)), value, last);
    expect(withClass(svg, 'taken')).toEqual(['transition-on-disc-playing--on-disc-playing-fast']);
  });

  it('draws the arrow that was taken last, above those that share its way', () => {
    const graph = machineGraph('agent-process');
    const last = { source: 'process.rechecking', target: 'process.ready', event: 'trust.decided' };
    const drawn = renderSvg(graph);
    const svg = markActive(drawn, { process: 'ready' }, last);
    expect(xmlProblem(svg)).toBeNull();
    const arrows = (text: string) => [...text.matchAll(/<g id="(transition-[^"]*)"/g)].map(([, id]) => id);
    expect(arrows(svg).at(-1)).toBe('transition-process-rechecking--process-ready');
    expect(arrows(svg).sort()).toEqual(arrows(drawn).sort());
  });

  it('marks a state that took a transition and stayed', () => {
    const last = { source: 'on.disc.playing.fast', target: null, event: 'volume.up' };
    const svg = markActive(renderSvg(graphOf(player)), value, last);
    expect(xmlProblem(svg)).toBeNull();
    expect(withClass(svg, 'stayed')).toEqual(['state-on-disc-playing-fast']);
    expect(withClass(svg, 'active')).toContain('state-on-disc-playing-fast');
  });

  it('ignores unknown states', () => {
    const svg = renderSvg(graphOf(player));
    const last = { source: '"><x', target: 'y', event: '' };
    expect(markActive(svg, '"><script>', last)).toBe(svg);
  });

  it('does not modify the cached drawing', () => {
    const before = machineSvg('item');
    machineSvg('item', { value: 'settled' });
    expect(machineSvg('item')).toBe(before);
  });

  it.each(Object.keys(machines) as MachineName[])('can mark each state of %s', (name) => {
    for (const { id } of machineGraph(name).states) {
      const [leaf, ...above] = id.split('.').reverse();
      const nested = above.reduce<unknown>((inner, key) => ({ [key]: inner }), leaf) as string;
      const svg = machineSvg(name, { value: nested });
      expect(withClass(svg, 'active')).toEqual([`state-${id.replaceAll('.', '-')}`]);
      expect(withClass(svg, 'active-region')).toHaveLength(above.length);
    }
  });
});
