import type { ContextUsage, DataOf, EventOf, TurnOutcome, UniversalEvent, Usage } from '../schema/index.js';
import { textOfParts } from './text.js';
import { contentOf, type ItemRow, Transcript } from './transcript/index.js';

/** What became of a message. */
export interface TurnResult {
  messageId: string;
  turnId: string;
  outcome: TurnOutcome;
  /** The final answer: the last message of the agent in this turn. */
  text: string;
  /** The last error of the turn that was not retried. */
  error: DataOf<'error'> | null;
  /** The model that answered, where the agent tells. */
  model: string | null;
  usage: Usage | null;
  /** How full the context is now. */
  context: ContextUsage | null;
  costUsd: number | null;
  durationMs: number | null;
  /** The sequence of `turn.ended`; the place to go on reading from. */
  sequence: number;
}

export function turnResult(
  messageId: string,
  ended: EventOf<'turn.ended'>,
  events: readonly UniversalEvent[],
): TurnResult {
  const transcript = new Transcript();
  for (const event of events) transcript.apply(event);
  const { turn_id: turnId, metadata } = ended.data;
  const errors = transcript.rows.filter((row) => row.type === 'error');
  const final = errors.findLast(({ error }) => error.details.retryable !== true);
  return {
    messageId,
    turnId,
    outcome: metadata.outcome,
    text: answerOf(transcript),
    error: final?.error ?? null,
    model: metadata.model ?? null,
    usage: metadata.usage ?? null,
    context: metadata.context ?? null,
    costUsd: metadata.cost_usd ?? null,
    durationMs: metadata.duration_ms ?? null,
    sequence: ended.sequence,
  };
}

/** The text of the last message; reasoning and sub-agents do not answer. */
function answerOf({ rows }: Transcript): string {
  const isAnswer = (row: (typeof rows)[number]): row is ItemRow =>
    row.type === 'item' &&
    row.item.kind === 'message' &&
    row.item.role === 'assistant' &&
    row.item.thread_id == null &&
    textOfParts(contentOf(row)) !== '';
  const row = rows.findLast(isAnswer);
  return row ? textOfParts(contentOf(row)) : '';
}
