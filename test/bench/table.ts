import { styleText } from 'node:util';
import { type Figure, ratioOf, type Unit } from './bench.js';

const HEAD = ['', 'greenroom', 'yardstick', 'ratio', ''];

/** The figures as aligned columns. */
export function table(figures: readonly Figure[], isColoured: boolean): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    isColoured ? styleText(style, text, { validateStream: false }) : text;
  const rows = figures.map((figure) => [
    figure.name,
    amount(figure.value, figure.unit),
    amount(figure.yardstick.value, figure.unit),
    `${digits(ratioOf(figure))} ×`,
    figure.yardstick.what,
  ]);
  const widths = HEAD.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: readonly string[], figure?: Figure) => {
    const padded = cells.map((cell, i) =>
      i === 0 || i === 4 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!),
    );
    if (!figure) return paint('dim', padded.join('  ').trimEnd());
    const [name, ours, theirs, ratio, what] = padded as [string, string, string, string, string];
    return [
      name,
      paint('bold', ours),
      theirs,
      paint(colour(figure), ratio),
      paint('dim', what.trimEnd()),
    ].join('  ');
  };
  return [line(HEAD), ...rows.map((row, i) => line(row, figures[i]))].join('\n');
}

/** Green if no worse than the yardstick, yellow within ten times of it. */
function colour(figure: Figure): 'green' | 'yellow' | 'red' {
  const times = figure.better === 'lower' ? ratioOf(figure) : 1 / ratioOf(figure);
  if (times <= 1) return 'green';
  return times <= 10 ? 'yellow' : 'red';
}

function amount(value: number, unit: Unit): string {
  return `${digits(value)} ${unit}`.replace(' /s', '/s');
}

/** Three significant digits; the measurements are no more precise. */
function digits(value: number): string {
  if (!Number.isFinite(value)) return '?';
  const rounded = Number(value.toPrecision(3));
  return rounded.toLocaleString('en', { maximumFractionDigits: 2 });
}
