import { describe, expect, it } from 'vitest';
import { type MachineName, machines } from '../../machines/index.js';
import { graphOf, machineGraph, machineSvg, renderSvg } from '../../src/diagrams/index.js';
import { hostile, player } from './sample-machines.js';
import { xmlProblem } from './well-formed.js';

const dashed = (id: string) => id.replaceAll('.', '-');

describe.each(Object.keys(machines) as MachineName[])('the drawing of %s', (name) => {
  const graph = machineGraph(name);

  it('is well-formed', () => {
    expect(xmlProblem(machineSvg(name))).toBeNull();
  });

  it('has an element for every state', () => {
    const svg = machineSvg(name);
    for (const { id, key } of graph.states) {
      expect(svg).toContain(`<g id="state-${dashed(id)}" class="`);
      expect(svg).toContain(`>${key}</text>`);
    }
  });

  it('has an arrow for every change of state', () => {
    const svg = machineSvg(name);
    for (const { source, target } of graph.transitions) {
      if (target === null || target === source) continue;
      expect(svg).toContain(`<g id="transition-${dashed(source)}--${dashed(target)}" class="`);
    }
  });

  it('has no external references', () => {
    const svg = machineSvg(name).replace('xmlns="http://www.w3.org/2000/svg"', '');
    expect(svg).not.toMatch(/href|url\(|@import|@font-face|https?:|<!|<script|<image|<foreignObject/i);
  });
});

describe('renderSvg', () => {
  it('has an accessible name', () => {
    const svg = machineSvg('session');
    expect(svg).toMatch(/^<svg [^>]*role="img" aria-label="State machine: session"/);
    expect(svg).toContain('<title>live: Accepting messages</title>');
  });

  it("follows the reader's colour scheme by default", () => {
    expect(machineSvg('item')).toContain('@media (prefers-color-scheme:dark)');
    expect(machineSvg('item', { theme: 'dark' })).toMatch(/^<svg data-theme="dark" /);
  });

  it('draws every feature of a machine', () => {
    const graph = graphOf(player);
    const svg = renderSvg(graph);
    expect(xmlProblem(svg)).toBeNull();
    for (const { source, target } of graph.transitions) {
      if (target !== null) expect(svg).toContain(`id="transition-${dashed(source)}--${dashed(target)}"`);
    }
    expect(svg).toContain('>after 500 ms</text>');
    expect(svg).toContain('in any state of on.disc.playing');
    expect(svg).toContain('<title>in any state</title>');
  });

  it('escapes hostile names', () => {
    const svg = renderSvg(graphOf(hostile));
    expect(xmlProblem(svg)).toBeNull();
    expect(svg).not.toContain('<script');
    expect(svg).not.toContain('\u0007');
    expect(svg).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
    expect(svg).toContain('日本');
    expect(svg.match(/<text [^>]*>[^<]*/g)!.join()).not.toContain('state-');
  });
});
