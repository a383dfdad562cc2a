import { describe, expect, it } from 'vitest';
import { type MachineName, machines } from '../../machines/index.js';
import { graphOf, machineGraph } from '../../src/diagrams/index.js';
import type { Block, Box } from '../../src/diagrams/layout/block.js';
import { layoutFor } from '../../src/diagrams/layout/layout.js';
import { LABEL_SIZE, LINE } from '../../src/diagrams/layout/sizes.js';
import { textWidth } from '../../src/diagrams/layout/text-width.js';
import type { MachineGraph } from '../../src/schema/index.js';
import { player } from './sample-machines.js';

const graphs: [string, MachineGraph][] = [
  ...(Object.keys(machines) as MachineName[]).map((name): [string, MachineGraph] => [
    name,
    machineGraph(name),
  ]),
  ['player', graphOf(player)],
];
/** The panes of a page of 1024, 390 and 1440 pixels, a wide one, and their heights. */
const shapes = [
  [319, 420],
  [390, 420],
  [447, 420],
  [900, 600],
].map(([width, height]) => ({ width: (width! - 8) / (11 / 12), height: height! }));

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const leavesOf = ({ states }: Block) => states.filter(({ role }) => role === 'leaf');

/** The lines of all labels. */
function labelsOf({ arrows }: Block): { text: string; box: Box }[] {
  return arrows.flatMap(({ names, label }) =>
    names.map(({ text }, nth) => {
      const width = textWidth(text, LABEL_SIZE);
      const x = label.anchor === 'end' ? label.x - width : label.x;
      return { text, box: { x, y: label.y + nth * LINE - LABEL_SIZE + 3, width, height: LABEL_SIZE - 2 } };
    }),
  );
}

/** The vertical and horizontal parts of all arrows, without their ends. */
function linesOf({ arrows }: Block): Box[] {
  return arrows.flatMap(({ way }) =>
    way.slice(1).map((to, nth) => {
      const from = way[nth]!;
      const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
      return { x, y, width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) };
    }),
  );
}

function pairs<T>(all: readonly T[]): [T, T][] {
  return all.flatMap((one, nth) => all.slice(nth + 1).map((other): [T, T] => [one, other]));
}

describe.each(graphs)('the layout of %s', (_, graph) => {
  it.each(shapes)('fits a pane of $width × $height', (shape) => {
    const { width } = layoutFor(graph, shape);
    expect(width).toBeLessThanOrEqual(shape.width);
  });

  it.each(shapes)('has neither states nor labels that overlap, at $width × $height', (shape) => {
    const block = layoutFor(graph, shape);
    const states = leavesOf(block).map(({ state, box }) => ({ text: state.id, box }));
    const clashes = pairs([...states, ...labelsOf(block)]).filter(([a, b]) => overlap(a.box, b.box));
    expect(clashes.map(([a, b]) => `${a.text} / ${b.text}`)).toEqual([]);
  });

  it.each(shapes)('has no arrow through a state or a label, at $width × $height', (shape) => {
    const block = layoutFor(graph, shape);
    const solid = [...leavesOf(block).map(({ state, box }) => ({ text: state.id, box })), ...labelsOf(block)];
    const hit = linesOf(block).flatMap((line) => solid.filter(({ box }) => overlap(line, box)));
    expect(hit.map(({ text }) => text)).toEqual([]);
  });

  it.each(shapes)('has every change of state once, within its bounds, at $width × $height', (shape) => {
    const block = layoutFor(graph, shape);
    const moves = graph.transitions.filter(({ source, target }) => target !== null && source !== target);
    const ids = new Set(moves.map(({ source, target }) => `${source} ${target}`));
    expect(block.arrows.map(({ edge }) => `${edge.source} ${edge.target}`).sort()).toEqual([...ids].sort());
    expect(leavesOf(block).length).toBeGreaterThan(0);
    for (const box of [...block.states.map((each) => each.box), ...labelsOf(block).map((each) => each.box)]) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(block.width);
      expect(box.y + box.height).toBeLessThanOrEqual(block.height);
    }
  });
});

describe('layoutFor', () => {
  it('sets regions side by side as far as they fit', () => {
    const regions = (width: number) => {
      const block = layoutFor(machineGraph('session'), { width, height: 500 });
      return new Set(block.states.filter(({ role }) => role === 'region').map(({ box }) => box.x)).size;
    };
    expect([regions(280), regions(340), regions(700)]).toEqual([1, 2, 3]);
  });

  it('is the same each time', () => {
    const shape = shapes[0]!;
    expect(layoutFor(machineGraph('session'), shape)).toEqual(layoutFor(machineGraph('session'), shape));
  });
});
