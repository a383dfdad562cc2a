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

  it('marks the innermost active states and their ancestors, and nothing else', async () => {
    const svg = markActive(await renderSvg(graphOf(player)), value);
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

  it('marks the arrow that was taken', async () => {
    const last = { source: 'on.disc.playing', target: 'on.disc.playing.fast', event: 'skip' };
    const svg = markActive(await renderSvg(graphOf(player)), value, last);
    expect(withClass(svg, 'taken')).toEqual(['transition-on-disc-playing--on-disc-playing-fast']);
  });

  it('marks the line of an internal transition, even if it matched by pattern', async () => {
    const last = { source: 'on.disc.playing', target: null, event: 'volume.up' };
    const svg = markActive(await renderSvg(graphOf(player)), value, last);
    expect(xmlProblem(svg)).toBeNull();
    expect(withClass(svg, 'taken')).toEqual(['internal-on-disc-playing--0']);
  });

  it('ignores unknown states', async () => {
    const svg = await renderSvg(graphOf(player));
    const last = { source: '"><x', target: 'y', event: '' };
    expect(markActive(svg, '"><script>', last)).toBe(svg);
  });

  it('does not modify the cached drawing', async () => {
    const before = await machineSvg('item');
    await machineSvg('item', { value: 'settled' });
    expect(await machineSvg('item')).toBe(before);
  });

  it.each(Object.keys(machines) as MachineName[])('can mark each state of %s', async (name) => {
    for (const { id } of machineGraph(name).states) {
      const [leaf, ...above] = id.split('.').reverse();
      const nested = above.reduce<unknown>((inner, key) => ({ [key]: inner }), leaf) as string;
      const svg = await machineSvg(name, { value: nested });
      expect(withClass(svg, 'active')).toEqual([`state-${id.replaceAll('.', '-')}`]);
      expect(withClass(svg, 'active-region')).toHaveLength(above.length);
    }
  });
});
