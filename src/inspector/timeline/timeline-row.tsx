import { memo } from 'react';
import type { Refusal } from '../../client/index.js';
import { kindOf } from './kinds.js';
import { sequenceOf, type TimelineRow } from './rows.js';
import { summaryOf } from './summary.js';
import styles from './timeline.module.css';
import { delta } from './times.js';

export interface RowProps {
  row: TimelineRow;
  version: number;
  before: TimelineRow | null;
  isAbsolute: boolean;
  isSelected: boolean;
  /** After the event that is looked at. */
  isFuture: boolean;
  onPick(sequence: number, refusal: Refusal | null): void;
  onUnfold(first: number): void;
}

export const Row = memo(function Row(props: RowProps) {
  const { row, before, isAbsolute, isSelected, isFuture, onPick, onUnfold } = props;
  const time = timeOf(row);
  const look = lookOf(row);
  const run = row.kind === 'run' && row.count > 1 ? row : null;
  return (
    <div
      className={styles.row}
      data-kind={look.kind}
      data-selected={isSelected}
      data-future={isFuture}
      data-inside={row.kind === 'event' && row.isOfRun}
    >
      <button
        type="button"
        className={styles.event}
        aria-pressed={isSelected}
        onClick={() => onPick(sequenceOf(row), row.kind === 'refusal' ? row.refusal : null)}
      >
        <span className={styles.sequence}>{row.kind === 'refusal' ? '✕' : sequenceOf(row)}</span>
        <time dateTime={time}>{isAbsolute ? time.slice(11, 23) : delta(before && timeOf(before), time)}</time>
        <span className={styles.type}>{look.type}</span>
        <span className={styles.summary}>{look.summary}</span>
      </button>
      {run && (
        <button
          type="button"
          className={styles.unfold}
          aria-expanded={run.isOpen}
          aria-label={`${run.count} deltas`}
          onClick={() => onUnfold(run.first.sequence)}
        >
          ×{run.count}
        </button>
      )}
    </div>
  );
});

export function keyOf(row: TimelineRow): string {
  if (row.kind === 'refusal') return `r${row.refusal.number}`;
  return row.kind === 'run' ? `d${row.first.sequence}` : `${row.event.sequence}`;
}

function timeOf(row: TimelineRow): string {
  if (row.kind === 'refusal') return row.refusal.at;
  return row.kind === 'run' ? row.first.time : row.event.time;
}

function lookOf(row: TimelineRow): { kind: string; type: string; summary: string } {
  if (row.kind === 'event') {
    const { type } = row.event;
    return { kind: kindOf(type), type, summary: summaryOf(row.event) };
  }
  if (row.kind === 'run')
    return { kind: 'delta', type: 'item.delta', summary: row.text.replace(/\s+/g, ' ') };
  const { input, reason, problem, count } = row.refusal;
  const what = problem ? 'refused' : 'dropped';
  return { kind: what, type: input, summary: `${what}${count > 1 ? ` ×${count}` : ''}: ${reason}` };
}
