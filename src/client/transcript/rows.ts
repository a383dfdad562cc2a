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

/** Fields of every row. Rows are changed in place; `version` increases with each change. */
interface RowBase {
  /** Unique and stable within the transcript. */
  readonly key: string;
  version: number;
  /** The event that created it. */
  readonly sequence: number;
  readonly time: string;
  /** The event that changed it last. */
  lastSequence: number;
}

export interface ItemRow extends RowBase {
  readonly type: 'item';
  /** As started, then as completed. Streamed text is in `streamed` meanwhile, see `contentOf`. */
  item: UniversalItem;
  /** The deltas so far, joined. */
  streamed: string;
  readonly turnId: string | null;
  /** Nesting depth: reasoning or a tool call of a message has 1, the items of a sub-agent more. */
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
  readonly startedAt: string;
  readonly startedSequence: number;
  endedAt: string | null;
  endedSequence: number | null;
  outcome: TurnOutcome | null;
  usage: Usage | null;
  costUsd: number | null;
  /** As reported by the agent, or the time between its events. */
  durationMs: number | null;
  /** The metadata of its events. */
  metadata: Record<string, unknown>;
}

/** An item's current parts, including streamed text. */
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
