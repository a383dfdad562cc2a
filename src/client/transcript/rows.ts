import type {
  ContentPart,
  DataOf,
  PermissionData,
  QuestionData,
  SessionEndedData,
  TurnOutcome,
  UniversalItem,
  Usage,
} from '../../schema/index.js';

/** What all rows have. A row is changed in place; `version` goes up each time, for those who look only at times. */
interface RowBase {
  /** Unique within the transcript, and stable. */
  readonly key: string;
  version: number;
  /** The event that brought it. */
  readonly sequence: number;
  readonly time: string;
  /** The event that changed it last. */
  lastSequence: number;
}

export interface ItemRow extends RowBase {
  readonly type: 'item';
  /** As it started, then as it was completed. What streams in between is in `streamed`: see `contentOf`. */
  item: UniversalItem;
  /** The deltas so far, joined. */
  streamed: string;
  readonly turnId: string | null;
  /** How deep it stands under other items: a thought or a tool call of a message is 1, a subagent's items more. */
  readonly depth: number;
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

/** A request stays where it was asked; what was decided changes its `data.status`. */
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
  readonly startedAt: string;
  readonly startedSequence: number;
  endedAt: string | null;
  endedSequence: number | null;
  outcome: TurnOutcome | null;
  usage: Usage | null;
  costUsd: number | null;
  /** As the agent says; else the time between its events. */
  durationMs: number | null;
  /** All that was told of it. */
  metadata: Record<string, unknown>;
}

/** An item's parts as they stand now, with what was streamed so far. */
export function contentOf({ item, streamed }: ItemRow): readonly ContentPart[] {
  if (item.status !== 'in_progress' || streamed === '') return item.content;
  const at = item.content.findIndex(({ type }) => takesText(type));
  if (at < 0) return [{ type: 'text', text: streamed }, ...item.content];
  return item.content.map((part, i) => (i === at ? filled(part, streamed) : part));
}

const takesText = (type: ContentPart['type']) =>
  type === 'text' || type === 'reasoning' || type === 'tool_result';

function filled(part: ContentPart, text: string): ContentPart {
  if (part.type === 'tool_result') return { ...part, output: text };
  return part.type === 'text' || part.type === 'reasoning' ? { ...part, text } : part;
}
