import type { GraphState } from '../schema/index.js';
import { type InternalLine, type Line, triggerOf } from './lines.js';
import { escapeXml } from './xml.js';

/**
 * Graphviz measures Helvetica and the reader's font may be wider, so text is laid out larger than it is drawn.
 * Labels are left-aligned, so that the spare room does not show.
 */
export const TEXT_SCALE = 0.86;

/** In whole points: Graphviz supports no fractions. */
const sizes = { title: 16, note: 13, line: 12 };

/** Regions are side by side, so their lines are shorter. */
const lineLength = (state: GraphState) => (state.parent === null ? 60 : 44);

/** A state's name, description and internal transitions. */
export function stateLabel(state: GraphState, lines: readonly InternalLine[], columns = 1): string {
  const rows = [row(cell(bold(state.key), columns))];
  if (state.description)
    rows.push(row(cell(sized(sizes.note, wrap(state.description.split(' '), lineLength(state))), columns)));
  if (lines.length > 0)
    rows.push(state.type === 'atomic' ? '<HR/>' : '', ...lineRows(lines, columns, lineLength(state)));
  return table(rows);
}

/** The label of the root, for transitions that apply in every state. */
export function machineLabel(name: string, lines: readonly InternalLine[]): string {
  const description = 'In any state';
  return stateLabel(
    { id: '', key: name, parent: null, type: 'atomic', initial: null, description, tags: [] },
    lines,
  );
}

/** An arrow's triggers; its actions are in its title. */
export function edgeLabel(lines: readonly Line[]): string {
  return table(
    lines.flatMap(({ kind, ...line }) =>
      line.events.map((event) =>
        row(
          `<TD ALIGN="LEFT" HREF="${kind}">${sized(sizes.line, [triggerOf({ kind, ...line, events: [event] })])}</TD>`,
        ),
      ),
    ),
  );
}

/** The legend for the kinds of transitions in use. */
export function legend(kinds: readonly Line['kind'][]): string {
  const meaning = { input: 'input', event: 'universal event', delay: 'delay' };
  const cells = kinds.map((kind) => `<TD HREF="${kind}">${sized(sizes.line, [`● ${meaning[kind]}`])}</TD>`);
  return `<TABLE BORDER="0" CELLSPACING="8">${row(cells.join(''))}</TABLE>`;
}

function lineRows(lines: readonly InternalLine[], columns: number, length: number): string[] {
  const perColumn = Math.ceil(lines.length / columns);
  return Array.from({ length: perColumn }, (_, nth) =>
    row(
      Array.from({ length: columns }, (_, column) => {
        const line = lines[column * perColumn + nth];
        return line ? lineCell(line, length) : '<TD></TD>';
      }).join('<TD WIDTH="24"></TD>'),
    ),
  );
}

/** Graphviz groups and ids linked cells; the links themselves are removed from the drawing later. */
function lineCell(line: InternalLine, length: number): string {
  return `<TD ALIGN="LEFT" ID="${line.id}" HREF="${line.kind}">${sized(sizes.line, wrap(wordsOf(line), length))}</TD>`;
}

/** Wraps to a line length. Guards and actions are not broken up; continuation lines are indented. */
function wrap(words: readonly string[], length: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > length) {
      lines.push(line);
      line = `\u00a0\u00a0\u00a0${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function wordsOf({ events, guard, actions }: Line): string[] {
  const words = events.map((event, nth) => (nth < events.length - 1 ? `${event},` : event));
  if (guard !== null) words.push(`[${guard}]`);
  if (actions.length > 0) words.push(`/ ${actions.join(', ')}`);
  return words;
}

function table(rows: readonly string[]): string {
  return `<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2">${rows.join('')}</TABLE>`;
}

function row(cells: string): string {
  return `<TR>${cells}</TR>`;
}

function cell(content: string, columns: number): string {
  return `<TD ALIGN="LEFT" COLSPAN="${2 * columns - 1}">${content}</TD>`;
}

function bold(text: string): string {
  return `<FONT POINT-SIZE="${sizes.title}"><B>${escapeLabel(text)}</B></FONT>`;
}

function sized(size: number, lines: readonly string[]): string {
  const text = lines.map(escapeLabel).join('<BR ALIGN="LEFT"/>');
  const end = lines.length > 1 ? '<BR ALIGN="LEFT"/>' : '';
  return `<FONT POINT-SIZE="${size}">${text}${end}</FONT>`;
}

/** Graphviz expands escapes such as \N in labels, even if the backslash is written as an entity. */
function escapeLabel(text: string): string {
  return escapeXml(text).replaceAll('\\', '\\\\');
}
