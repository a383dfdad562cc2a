import { type ItemRow, planOf, type Row, type Transcript, threadIdOf } from '../../../client/index.js';
import type { Look } from '../../terminal/look.js';
import { plainLine } from '../../terminal/untrusted.js';
import { truncate } from '../../terminal/wrap.js';
import {
  endLines,
  errorLines,
  permissionLine,
  planLines,
  questionLines,
  statusLines,
  turnLines,
  unknownLines,
} from './lines.js';
import { isThought, liveThought, StreamedMessage, systemLines, thoughtLines, userLines } from './message.js';
import { callIn, finishedTool, isToolOver, resultLines, runningTool } from './tool.js';

export interface ViewOptions {
  /** Evaluated for each row: a terminal may change its size. */
  look: () => Look;
  agent: string;
  /** Plans stay at the bottom while a turn runs, instead of being printed each time they change. */
  holdsPlans: boolean;
  /** Leaves out the answers of the main thread. */
  hidesAnswers: boolean;
  /** Whether a request was answered here. */
  isOurs(requestId: string): boolean;
  /** Whether a message of the user is shown. */
  showsMessage(row: ItemRow): boolean;
}

const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const SPINNER_MS = 100;
/** No row has this key. */
const REMARK = '';

/**
 * A conversation as lines: those that are printed once and for all, and those that may still change. It knows neither
 * cursors nor screens.
 */
export class ConversationView {
  readonly #transcript: Transcript;
  readonly #options: ViewOptions;
  /** Rows that have changed since the last call, and rows that are not over. */
  readonly #changed = new Set<Row>();
  readonly #open = new Set<ItemRow>();
  readonly #calls = new Map<string, ItemRow>();
  /** Results that were printed with their calls. */
  readonly #results = new Set<string>();
  readonly #messages = new Map<string, StreamedMessage>();
  readonly #plans = new Map<string | null, ItemRow>();
  /** What was printed last, as that decides on blank lines and labels. */
  #last: { key: string; isLine: boolean } | null = null;
  #thread: string | null = null;

  constructor(transcript: Transcript, options: ViewOptions) {
    this.#transcript = transcript;
    this.#options = options;
  }

  /** Notes that a row was created or changed. */
  change(row: Row): void {
    this.#note(row);
    if (row.type !== 'item') return;
    const call = callIn(row);
    if (call) this.#calls.set(call.call_id, row);
    const shown = this.#shownWith(row);
    if (shown) this.#note(shown);
  }

  /** Rows are printed in the order in which they came to their end. */
  #note(row: Row): void {
    this.#changed.delete(row);
    this.#changed.add(row);
  }

  /** Whether something moves by itself. */
  get isAnimated(): boolean {
    return this.#open.size > 0 || this.#transcript.turn !== null;
  }

  /** The lines that are final since the last call, with remarks of our own. */
  print(remarks: readonly (readonly string[])[] = []): string[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    const rows = changed.flatMap((row) => this.#printRow(row));
    const plans = this.#transcript.turn === null ? this.#printPlans() : [];
    return [...rows, ...plans, ...remarks.flatMap((lines) => this.#remark(lines))];
  }

  /** What is under way, as it looks now. */
  live(now: number): string[] {
    const look = this.#options.look();
    const spinner = spinnerAt(now);
    const lines = [...this.#open].flatMap((row) =>
      this.#labelled(row, this.#liveRow(row, look, spinner, now), look),
    );
    const plans = [...this.#plans.values()].flatMap((row) => ['', ...planLines(planOf(row.item)!, look)]);
    return this.#last === null || lines.length === 0 ? [...lines, ...plans] : ['', ...lines, ...plans];
  }

  #remark(lines: readonly string[]): string[] {
    const isLine = lines.length === 1;
    const isNear = this.#last === null || (this.#last.isLine && isLine);
    this.#last = { key: REMARK, isLine };
    this.#thread = null;
    return isNear ? [...lines] : ['', ...lines];
  }

  #printRow(row: Row): string[] {
    const look = this.#lookOf(row);
    if (row.type === 'item') return this.#printItem(row, look);
    if (row.type === 'permission')
      return row.data.status === 'requested'
        ? []
        : this.#put(row, [permissionLine(row, this.#options.isOurs(row.key), look)]);
    if (row.type === 'question')
      return row.data.status === 'requested'
        ? []
        : this.#put(row, questionLines(row, this.#options.isOurs(row.key), look));
    if (row.type === 'error') return this.#put(row, errorLines(row, this.#options.agent, look));
    if (row.type === 'end') return [...this.#flush(), ...this.#put(row, endLines(row, look))];
    if (row.type === 'unparsed')
      return this.#put(row, [
        look.paint('yellow', truncate(`! Not understood: ${plainLine(row.data.error)}`, look.width)),
      ]);
    return [...this.#flush(), '', ...this.#put(row, turnLines(row, look), true)];
  }

  /** At the end of a turn: calls that never had a result, and the plan. */
  #flush(): string[] {
    const calls = [...this.#open].filter(
      (row) => row.item.kind === 'tool_call' && row.item.status !== 'in_progress',
    );
    const lines = calls.flatMap((row) => {
      this.#open.delete(row);
      return this.#printTool(row);
    });
    return [...lines, ...this.#printPlans()];
  }

  #printPlans(): string[] {
    const plans = [...this.#plans.values()];
    this.#plans.clear();
    return plans.flatMap((row) => this.#put(row, planLines(planOf(row.item)!, this.#lookOf(row))));
  }

  #printItem(row: ItemRow, look: Look): string[] {
    const { item } = row;
    const isOver = item.status !== 'in_progress';
    if (item.kind === 'tool_result')
      return this.#shownWith(row) || this.#results.has(row.key) || !isOver
        ? []
        : this.#put(row, resultLines(row, look));
    if (item.kind === 'tool_call' && !isToolOver(row, this.#transcript)) return this.#keep(row);
    if (item.kind === 'message' && item.role !== 'user' && !isThought(row))
      return this.#printMessage(row, look, isOver);
    if (!isOver) return this.#keep(row);
    this.#open.delete(row);
    if (item.kind === 'tool_call') return this.#printTool(row);
    if (isThought(row)) return this.#put(row, thoughtLines(row, look));
    if (item.kind === 'message')
      return this.#options.showsMessage(row) ? this.#put(row, userLines(row, look)) : [];
    if (item.kind === 'system') return this.#put(row, systemLines(row, look));
    if (item.kind === 'unknown') return this.#put(row, unknownLines(item.content, look));
    const plan = planOf(item);
    if (plan === null) return this.#put(row, statusLines(row, look));
    if (!this.#options.holdsPlans) return this.#put(row, planLines(plan, look));
    this.#plans.set(item.thread_id ?? null, row);
    return [];
  }

  #printTool(row: ItemRow): string[] {
    const result = this.#transcript.resultOf(callIn(row)?.call_id ?? '');
    if (result) this.#results.add(result.key);
    return this.#put(row, finishedTool(row, this.#transcript, this.#lookOf(row)));
  }

  #keep(row: ItemRow): string[] {
    this.#open.add(row);
    return [];
  }

  #printMessage(row: ItemRow, look: Look, isOver: boolean): string[] {
    if (this.#options.hidesAnswers && threadIdOf(row) === null) return [];
    const message = this.#messages.get(row.key) ?? new StreamedMessage(look);
    this.#messages.set(row.key, message);
    this.#open.add(row);
    const lines = message.take(row);
    if (isOver) {
      this.#open.delete(row);
      this.#messages.delete(row.key);
    }
    return lines.length === 0 ? [] : this.#put(row, lines);
  }

  #liveRow(row: ItemRow, look: Look, spinner: string, now: number): string[] {
    const { kind } = row.item;
    if (kind === 'tool_call') return runningTool(row, this.#transcript, look, spinner, now);
    if (isThought(row)) return liveThought(row, look);
    if (kind === 'message') return this.#messages.get(row.key)?.live() ?? [];
    if (kind === 'status') return planOf(row.item) ? [] : statusLines(row, look, spinner);
    return [];
  }

  /** The call that shows a result, if it is not printed yet. */
  #shownWith({ item }: ItemRow): ItemRow | null {
    const part = item.content.find(({ type }) => type === 'tool_result');
    const call = part?.type === 'tool_result' ? this.#calls.get(part.call_id) : undefined;
    return call && this.#open.has(call) ? call : null;
  }

  /** Lines of a row, with a blank line before what is not a line like the last one, and the label of its sub-agent. */
  #put(row: Row, lines: readonly string[], isJoined = false): string[] {
    if (lines.length === 0) return [];
    const { key } = row;
    const isLine =
      lines.length === 1 && row.type !== 'turn' && !(row.type === 'item' && row.item.kind === 'message');
    const last = this.#last;
    const isNear = isJoined || last === null || last.key === key || (last.isLine && isLine);
    const label = this.#labelOf(row);
    this.#last = { key, isLine };
    const shown = this.#labelled(row, lines, this.#options.look());
    const gap = label.length > 0 ? '' : (this.#labelled(row, [''], this.#options.look())[0] ?? '').trimEnd();
    return [...(isNear && label.length === 0 ? [] : [gap]), ...label, ...shown];
  }

  /** The name of a sub-agent, where its lines begin. */
  #labelOf(row: Row): string[] {
    const id = threadIdOf(row);
    if (id === this.#thread) return [];
    this.#thread = id;
    if (id === null) return [];
    const { paint, width } = this.#options.look();
    const title = plainLine(this.#transcript.threads.get(id)?.title ?? 'sub-agent');
    return [paint('magenta', `╭ ${truncate(title, width - 2)}`)];
  }

  #labelled(row: Row, lines: readonly string[], look: Look): string[] {
    if (threadIdOf(row) === null) return [...lines];
    const bar = look.paint('magenta', '│ ');
    return lines.map((line) => bar + line);
  }

  #lookOf(row: Row): Look {
    const look = this.#options.look();
    return threadIdOf(row) === null ? look : { ...look, width: look.width - 2 };
  }
}

/** A sign that something is going on. */
export const spinnerAt = (now: number): string => SPINNER[Math.floor(now / SPINNER_MS) % SPINNER.length]!;
