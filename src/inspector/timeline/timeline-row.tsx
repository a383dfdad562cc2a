import { memo } from 'react';
import type { Refusal } from '../../client/index.js';
import eventRow from '../ui/event-row.module.css';
import { elapsed } from './elapsed.js';
import { kindOf } from './kinds.js';
import { sequenceOf, type TimelineRow } from './rows.js';
import { summaryOf } from './summary.js';
import styles from './timeline.module.css';

export interface RowProps {
  row: TimelineRow;
  version: number;
  before: TimelineRow | null;
  isAbsolute: boolean;
  isSelected: boolean;
  /** After the selected event. */
  isFuture: boolean;
  onPick(sequence: number, refusal: Refusal | null): void;
  onToggleRun(first: number): void;
}

export const Row = memo(function Row(props: RowProps) {
  const { row, before, isAbsolute, isSelected, isFuture, onPick, onToggleRun } = props;
  const time = timeOf(row);
  const label = labelOf(row);
  const run = row.kind === 'run' && row.count > 1 ? row : null;
  return (
    <div
      className={styles.row}
      data-kind={label.kind}
      data-selected={isSelected}
      data-future={isFuture}
      data-inside={row.kind === 'event' && row.isInRun}
    >
      <button
        type="button"
        className={`${eventRow.button} ${styles.event}`}
        aria-pressed={isSelected}
        onClick={() => onPick(sequenceOf(row), row.kind === 'refusal' ? row.refusal : null)}
      >
        <span className={eventRow.sequence}>{row.kind === 'refusal' ? '✕' : sequenceOf(row)}</span>
        <time className={`${eventRow.sequence} ${styles.time}`} dateTime={time}>
          {isAbsolute ? time.slice(11, 23) : elapsed(before && timeOf(before), time)}
        </time>
        <span className={`${eventRow.type} ${styles.type}`}>{label.type}</span>
        <span className={eventRow.text}>{label.summary}</span>
      </button>
      {run && (
        <button
          type="button"
          className={styles.unfold}
          aria-expanded={run.isOpen}
          aria-label={`${run.count} deltas`}
          onClick={() => onToggleRun(run.first.sequence)}
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

function labelOf(row: TimelineRow): { kind: string; type: string; summary: string } {
  if (row.kind === 'event') {
    const { type } = row.event;
    return { kind: kindOf(type), type, summary: summaryOf(row.event) };
  }
  if (row.kind === 'run')
    return { kind: 'delta', type: 'item.delta', summary: row.text.replace(/\s+/g, ' ') };
  const { input, reason, problem, count } = row.refusal;
  const kind = problem ? 'refused' : 'dropped';
  return { kind, type: input, summary: `${kind}${count > 1 ? ` ×${count}` : ''}: ${reason}` };
}
