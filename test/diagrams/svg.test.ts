import { describe, expect, it } from 'vitest';
import { type MachineName, machines } from '../../machines/index.js';
import { graphOf, machineGraph, machineSvg, renderSvg } from '../../src/diagrams/index.js';
import { hostile, player } from './sample-machines.js';
import { xmlProblem } from './well-formed.js';

const dashed = (id: string) => id.replaceAll('.', '-');

describe.each(Object.keys(machines) as MachineName[])('the drawing of %s', (name) => {
  const graph = machineGraph(name);

  it('is well-formed', async () => {
    expect(xmlProblem(await machineSvg(name))).toBeNull();
  });

  it('has an element for every state', async () => {
    const svg = await machineSvg(name);
    for (const { id, key } of graph.states) {
      expect(svg).toContain(`<g id="state-${dashed(id)}" class="`);
      expect(svg).toContain(`>${key}</text>`);
    }
  });

  it('has every transition, as an arrow or as a line inside its state', async () => {
    const svg = await machineSvg(name);
    for (const { source, target, event } of graph.transitions) {
      if (target !== null) {
        expect(svg).toContain(`<g id="transition-${dashed(source)}--${dashed(target)}" class="`);
        continue;
      }
      const lines = [...svg.matchAll(/<g id="internal-([^"]*)--\d+" class="[^"]*" data-events="([^"]*)"/g)];
      const own = lines.filter(([, state]) => state === dashed(source));
      expect(
        own.flatMap(([, , events]) => events!.split(',')),
        source,
      ).toContain(event);
    }
  });

  it('has no external references', async () => {
    const svg = (await machineSvg(name)).replace('xmlns="http://www.w3.org/2000/svg"', '');
    expect(svg).not.toMatch(/href|url\(|@import|@font-face|https?:|<!|<script|<image|<foreignObject/i);
  });

  it('is legible at 1200 pixels', async () => {
    const svg = await machineSvg(name);
    const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg)!.map(Number);
    const smallest = Math.min(...[...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size)));
    expect(smallest * Math.min(1, 1200 / width!)).toBeGreaterThanOrEqual(10);
    expect(height! / width!).toBeLessThan(2);
  });
});

describe('renderSvg', () => {
  it('lays out a graph once', () => {
    const graph = graphOf(player);
    expect(renderSvg(graph)).toBe(renderSvg(graph));
  });

  it('has an accessible name', async () => {
    const svg = await machineSvg('session');
    expect(svg).toMatch(/^<svg [^>]*role="img" aria-label="State machine: session"/);
    expect(svg).toContain('<title>live: Accepting messages</title>');
  });

  it("follows the reader's colour scheme by default", async () => {
    expect(await machineSvg('item')).toContain('@media (prefers-color-scheme:dark)');
    expect(await machineSvg('item', { theme: 'dark' })).toMatch(/^<svg data-theme="dark" /);
  });

  it('draws every feature of a machine', async () => {
    const graph = graphOf(player);
    const svg = await renderSvg(graph);
    expect(xmlProblem(svg)).toBeNull();
    for (const { source, target } of graph.transitions) {
      if (target !== null) expect(svg).toContain(`id="transition-${dashed(source)}--${dashed(target)}"`);
    }
    expect(svg).toContain('>after 500 ms</text>');
    expect(svg).toContain('ping / pong</text>');
  });

  it('draws no stray nodes', async () => {
    // Graphviz creates a node for any name that an arrow mentions, so a typo would show as a stray box.
    for (const graph of [graphOf(player), ...Object.values(machines).map((machine) => graphOf(machine))]) {
      const nodes = [...(await renderSvg(graph)).matchAll(/<g id="([^"]*)" class="node/g)].map(
        ([, id]) => id,
      );
      const strays = nodes.filter((id) => !/^(state|initial|within)-/.test(id!));
      expect(strays).toEqual([]);
    }
  });

  it('escapes hostile names', async () => {
    const svg = await renderSvg(graphOf(hostile));
    expect(xmlProblem(svg)).toBeNull();
    expect(svg).not.toContain('<script');
    expect(svg).not.toContain('\u0007');
    expect(svg).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
    expect(svg).toContain('日本');
    expect(svg.match(/<text [^>]*>[^<]*/g)!.join()).not.toContain('state-');
  });
});
