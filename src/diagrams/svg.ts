import type { Viz } from '@viz-js/viz';
import type { MachineGraph } from '../schema/index.js';
import { stateDomId } from './dom-id.js';
import { dotOf } from './dot.js';
import { TEXT_SCALE } from './dot-label.js';
import { edgesOf, internalsOf, textOf } from './lines.js';
import { css } from './theme.js';
import { escapeXml } from './xml.js';

/** Loaded once, on demand: it is large, and WebAssembly is slow to start. */
let graphviz: Promise<Viz> | undefined;

const rendered = new WeakMap<MachineGraph, Promise<string>>();

/** Renders a machine as a self-contained SVG, for an `<img>` or inline. Each graph is laid out once. */
export function renderSvg(graph: MachineGraph): Promise<string> {
  let svg = rendered.get(graph);
  if (!svg) {
    svg = draw(graph);
    rendered.set(graph, svg);
  }
  return svg;
}

async function draw(graph: MachineGraph): Promise<string> {
  graphviz ??= import('@viz-js/viz').then(({ instance }) => instance());
  const viz = await graphviz;
  return polish(graph, viz.renderString(dotOf(graph), { format: 'svg' }));
}

/** Replaces Graphviz's metadata and fonts with our ids, titles and styles. */
function polish(graph: MachineGraph, svg: string): string {
  const titles = titlesOf(graph);
  const lines = new Map(
    ['', ...graph.states.map(({ id }) => id)].flatMap((id) =>
      internalsOf(graph, id).map((line) => [line.id, line] as const),
    ),
  );
  return svg
    .slice(svg.indexOf('<svg'))
    .replace(/<!--.*?-->\n?/gs, '')
    .replaceAll('&#45;', '-')
    .replace(/<svg[^>]*>/, (tag) => rootTag(graph, tag))
    .replace(
      /(<g id="graph0" class="graph"[^>]*>)\n<title>.*?<\/title>\n<polygon/s,
      '$1\n<polygon class="paper"',
    )
    .replace(/ font-family="[^"]*"| xml:space="preserve"/g, '')
    .replace(/font-size="([\d.]+)"/g, (_, size: string) => `font-size="${round(Number(size) * TEXT_SCALE)}"`)
    .replace(/<g id="a_([^"]*)"><a xlink:href="(\w+)"[^>]*>/g, (_, id: string, kind: string) => {
      const line = lines.get(id);
      if (!line) return `<g class="line ${kind}">`;
      const events = line.events.map(escapeXml).join(',');
      return `<g id="${id}" class="line ${kind}" data-events="${events}">${titleTag(textOf(line))}`;
    })
    .replaceAll('</a>\n', '')
    .replace(/(<g id="([^"]*)" class="[^"]*">)\n<title>.*?<\/title>/gs, (_, tag: string, id: string) => {
      const title = titles.get(id);
      return title === undefined ? tag : tag + titleTag(title);
    });
}

function rootTag(graph: MachineGraph, tag: string): string {
  const [, x, y, width, height] = /viewBox="([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+)"/.exec(tag)!.map(Number);
  const label = escapeXml(`State machine: ${graph.id}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" class="greenroom-machine" role="img" aria-label="${label}" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}">
<title>${label}</title>
<style>${css}</style>`;
}

function titlesOf(graph: MachineGraph): Map<string, string> {
  const titles = new Map([[stateDomId(''), graph.id]]);
  for (const { id, description } of graph.states) {
    titles.set(stateDomId(id), description ? `${id}: ${description}` : id);
  }
  for (const { id, source, target, lines } of edgesOf(graph)) {
    titles.set(id, `${source || graph.id} → ${target}\n${lines.map(textOf).join('\n')}`);
  }
  return titles;
}

function titleTag(title: string): string {
  return `<title>${title.split('\n').map(escapeXml).join('\n')}</title>`;
}

function round(size: number): number {
  return Math.round(size * 10) / 10;
}
