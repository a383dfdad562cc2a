import type {
  ContentPart,
  ContextUsage,
  DataOf,
  PermissionData,
  QuestionData,
  SessionEndedData,
  TurnOutcome,
  UniversalItem,
  Usage,
} from '../../schema/index.js';

/** Fields of every row. Rows are changed in place; `version` increases with each change. */
interface RowBase {
  /** Unique and stable within the transcript. */
  readonly key: string;
  version: number;
  /** The event that created it; for one that is cut, an event that it is known from. */
  sequence: number;
  time: string;
  /** Whether the event that created it is before the first event of the transcript. */
  isCut: boolean;
  /** The event that changed it last. */
  lastSequence: number;
}

export interface ItemRow extends RowBase {
  readonly type: 'item';
  /**
   * As started, then as completed. Streamed text is in `streamed` meanwhile, see `contentOf`. An item that is continued
   * by others is one row: this is the latest of them, with the content of all once it is complete.
   */
  item: UniversalItem;
  /** The deltas of that item so far, joined. */
  streamed: string;
  /** The content of the items that it continues. */
  before: readonly ContentPart[];
  turnId: string | null;
  /** Nesting depth: reasoning or a tool call of a message has 1, the items of a sub-agent more. */
  depth: number;
  completedAt: string | null;
}

/** The end of a turn. */
export interface TurnRow extends RowBase {
  readonly type: 'turn';
  readonly turn: Turn;
}

export interface ErrorRow extends RowBase {
  readonly type: 'error';
  readonly error: DataOf<'error'>;
}

/** A request stays where it was made; its outcome changes `data.status`. */
export interface PermissionRow extends RowBase {
  readonly type: 'permission';
  data: PermissionData;
}

export interface QuestionRow extends RowBase {
  readonly type: 'question';
  data: QuestionData;
}

export interface UnparsedRow extends RowBase {
  readonly type: 'unparsed';
  readonly data: DataOf<'agent.unparsed'>;
}

export interface EndRow extends RowBase {
  readonly type: 'end';
  readonly data: SessionEndedData;
}

export type Row = ItemRow | TurnRow | ErrorRow | PermissionRow | QuestionRow | UnparsedRow | EndRow;

export interface Turn {
  readonly turnId: string;
  /** Of the first event of the transcript, if the turn began before it. */
  startedAt: string;
  startedSequence: number;
  endedAt: string | null;
  endedSequence: number | null;
  outcome: TurnOutcome | null;
  /** The model that answers, where the agent tells. */
  model: string | null;
  usage: Usage | null;
  /** How full the context was at its end. */
  context: ContextUsage | null;
  costUsd: number | null;
  /** As reported by the agent, or the time between its events. */
  durationMs: number | null;
  /** The metadata of its events. */
  metadata: Record<string, unknown>;
}

/** An item's current parts, including streamed text. */
export function contentOf({ item, streamed, before }: ItemRow): readonly ContentPart[] {
  if (item.status !== 'in_progress') return item.content;
  return joined(before, withStreamed(item, streamed));
}

/** The content of an item and of the one that continues it: the text goes on, other parts follow. */
export function joined(
  before: readonly ContentPart[],
  after: readonly ContentPart[],
): readonly ContentPart[] {
  const at = before.findLastIndex(({ type }) => takesText(type));
  const next = after.findIndex(({ type }) => type === before[at]?.type);
  if (at < 0 || next < 0) return [...before, ...after];
  const whole = filled(after[next]!, textOf(before[at]!) + textOf(after[next]!));
  return [...before.with(at, whole), ...after.toSpliced(next, 1)];
}

function withStreamed(item: UniversalItem, streamed: string): readonly ContentPart[] {
  if (streamed === '') return item.content;
  const at = item.content.findIndex(({ type }) => takesText(type));
  if (at < 0) return [{ type: 'text', text: streamed }, ...item.content];
  return item.content.map((part, i) => (i === at ? filled(part, streamed) : part));
}

const takesText = (type: ContentPart['type']) =>
  type === 'text' || type === 'reasoning' || type === 'tool_result';

function textOf(part: ContentPart): string {
  if (part.type === 'tool_result') return part.output;
  return part.type === 'text' || part.type === 'reasoning' ? part.text : '';
}

function filled(part: ContentPart, text: string): ContentPart {
  if (part.type === 'tool_result') return { ...part, output: text };
  return part.type === 'text' || part.type === 'reasoning' ? { ...part, text } : part;
}
