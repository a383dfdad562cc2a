import type { GraphState, MachineGraph } from '../schema/index.js';
import { stateDomId } from './dom-id.js';
import type { Block, Box, PlacedArrow, PlacedState, Point } from './layout/block.js';
import { layoutFor, type Shape } from './layout/layout.js';
import { LABEL_SIZE, LINE, NAME_SIZE, PAD } from './layout/sizes.js';
import { textOf } from './lines.js';
import { css } from './theme.js';
import { escapeXml } from './xml.js';

/** For documents: about as wide as a column of text. */
const documentShape: Shape = { width: 640, height: 640 };

const CORNER = 6;
const HEAD = { length: 7, width: 3.5 };

/** Renders a machine as a self-contained SVG, laid out for a shape, for an `<img>` or inline. */
export function renderSvg(graph: MachineGraph, shape = documentShape): string {
  const layout = layoutFor(graph, shape);
  const size = { width: Math.ceil(layout.width), height: Math.ceil(layout.height) };
  const label = escapeXml(`State machine: ${graph.id}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="greenroom-machine" role="img" aria-label="${label}" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}">`,
    `<title>${label}</title>`,
    `<style>${css}</style>`,
    `<rect class="paper" width="${size.width}" height="${size.height}"/>`,
    ...content(graph, layout),
    '</svg>\n',
  ].join('\n');
}

/** Frames are below states, which are below arrows: an active state's halo must not hide their heads. */
function content(graph: MachineGraph, { states, arrows, initials }: Block): string[] {
  const frames = states.filter(({ role }) => role === 'frame' || role === 'region');
  const others = states.filter(({ role }) => role === 'leaf' || role === 'within');
  return [
    ...frames.map(frame),
    ...initials.map(initial),
    ...others.map((each) => (each.role === 'leaf' ? leaf(each) : ring(each))),
    ...arrows.map((each) => arrow(graph, each)),
  ];
}

function frame({ state, box, role }: PlacedState): string {
  return group(stateDomId(state.id), `cluster ${role === 'region' ? 'region' : state.type}`, [
    titleOf(state),
    rect('box', box, 8),
    text(state.key, { x: box.x + PAD + 2, y: box.y + 16 }, 'name'),
  ]);
}

/** An active state is told by its second outline and its dot, not by its colour alone. */
function leaf({ state, box }: PlacedState): string {
  const isFinal = state.type === 'final' || state.tags.includes('final');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return group(stateDomId(state.id), isFinal ? 'node atomic final' : 'node atomic', [
    titleOf(state),
    rect('halo', grown(box, 3), 11),
    rect('box', box, 8),
    isFinal ? rect('inner', grown(box, -3), 6) : '',
    `<circle class="mark" cx="${round(box.x + 9)}" cy="${round(middle.y)}" r="3"/>`,
    text(state.key, { x: middle.x, y: middle.y + NAME_SIZE * 0.36 }, 'name', 'middle'),
  ]);
}

function ring({ state, box }: PlacedState): string {
  const r = box.width / 2;
  const where = state.id === '' ? 'in any state' : `in any state of ${state.id}`;
  return `<circle class="within" cx="${round(box.x + r)}" cy="${round(box.y + r)}" r="${r}"><title>${escapeXml(where)}</title></circle>`;
}

function initial({ x, y }: Point): string {
  return `<g class="initial"><path d="M${round(x - 7)} ${round(y)}H${round(x)}"/><circle cx="${round(x - 7)}" cy="${round(y)}" r="3"/></g>`;
}

function arrow(graph: MachineGraph, { edge, way, names, label }: PlacedArrow): string {
  const title = `${edge.source || graph.id} → ${edge.target}\n${edge.lines.map(textOf).join('\n')}`;
  return group(edge.id, 'edge transition', [
    titleTag(title),
    `<path d="${pathOf(way)}"/>`,
    `<polygon points="${headOf(way)}"/>`,
    ...names.map(({ text: name, kind }, nth) =>
      text(name, { x: label.x, y: label.y + nth * LINE }, kind, label.anchor),
    ),
  ]);
}

/** A line with rounded corners, which ends where the head begins. */
function pathOf(way: readonly Point[]): string {
  const points = [...way.slice(0, -1), towards(way.at(-1)!, way.at(-2)!, HEAD.length - 1)];
  const [start, ...rest] = points;
  const parts = [`M${at(start!)}`];
  for (const [nth, corner] of rest.entries()) {
    const next = rest[nth + 1];
    if (!next) parts.push(`L${at(corner)}`);
    else {
      const before = points[nth]!;
      const radius = Math.min(CORNER, distance(before, corner) / 2, distance(corner, next) / 2);
      const [begin, end] = [towards(corner, before, radius), towards(corner, next, radius)];
      parts.push(`L${at(begin)}Q${at(corner)} ${at(end)}`);
    }
  }
  return parts.join('');
}

function headOf(way: readonly Point[]): string {
  const tip = way.at(-1)!;
  const base = towards(tip, way.at(-2)!, HEAD.length);
  const isVertical = Math.abs(base.x - tip.x) < 0.01;
  const [dx, dy] = isVertical ? [HEAD.width, 0] : [0, HEAD.width];
  return [tip, { x: base.x + dx, y: base.y + dy }, { x: base.x - dx, y: base.y - dy }].map(at).join(' ');
}

function towards(from: Point, to: Point, by: number): Point {
  const part = by / (distance(from, to) || 1);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const round = (value: number) => Math.round(value * 10) / 10;
const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`;
const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

function group(id: string, classes: string, parts: readonly string[]): string {
  // Spaces keep the names of an arrow apart for those who read its text.
  return `<g id="${id}" class="${classes}">${parts.join(' ')}</g>`;
}

function rect(name: string, { x, y, width, height }: Box, radius: number): string {
  const place = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
  return `<rect class="${name}" ${place} rx="${radius}"/>`;
}

function text(words: string, { x, y }: Point, name: string, anchor = 'start'): string {
  const size = name === 'name' ? NAME_SIZE : LABEL_SIZE;
  const place = anchor === 'start' ? '' : ` text-anchor="${anchor}"`;
  return `<text class="${name}" x="${round(x)}" y="${round(y)}" font-size="${size}"${place}>${escapeXml(words)}</text>`;
}

function titleOf({ id, description }: GraphState): string {
  return titleTag(description ? `${id}: ${description}` : id);
}

function titleTag(title: string): string {
  return `<title>${title.split('\n').map(escapeXml).join('\n')}</title>`;
}
