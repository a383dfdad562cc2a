import { createHash } from 'node:crypto';
import {
  type Content,
  contentAfter,
  contentBefore,
  fileDiff,
  type RecordedEdit,
} from '../../agents/agent.js';

/** An edit with the content before it, if that was kept. */
export interface FoldedEdit extends RecordedEdit {
  kept?: Content;
  /** Whether it is one of those that are asked for. */
  isMeant: boolean;
}

export interface EditTask {
  type: 'edit';
  edit: RecordedEdit;
  /** The content before it, as the agent told. */
  told: Content | undefined;
  /** The file as it was found after it. */
  found: Content | undefined;
  /** The hash of what the edit before has left, if that is known. */
  last: string | null;
}

export interface FoldTask {
  type: 'fold';
  edits: readonly FoldedEdit[];
  /** Its names before and after. */
  path: string;
  movedTo: string;
}

/** Work on whole files, which may take longer than others should wait. */
export type Task = EditTask | FoldTask;

/** The content around an edit. */
export interface EditOutcome {
  /** Undefined if it is unknown, or what the edit before has left. */
  keep: Content | undefined;
  /** Of the content after it; null if it is unknown. */
  hash: string | null;
}

/** What became of a file. */
export interface FoldOutcome {
  before: 'missing' | 'there' | 'unknown';
  after: 'missing' | 'there' | 'unknown';
  /** From before the first edit to after the last; null if it is unknown. */
  diff: string | null;
}

export interface Outcomes {
  edit: EditOutcome;
  fold: FoldOutcome;
}

export type OutcomeOf<T extends Task> = Outcomes[T['type']];

/** Contents that are longer are not put together. */
const MOST_CHARS = 4 * 1024 * 1024;

export function perform<T extends Task>(task: T): OutcomeOf<T> {
  return (task.type === 'edit' ? contentsAround(task) : folded(task)) as OutcomeOf<T>;
}

/** About how much text a task has to do with. */
export function charsOf(task: Task): number {
  const lengthOf = (text: string | null | undefined) => text?.length ?? 0;
  if (task.type === 'edit') return lengthOf(task.edit.diff) + lengthOf(task.told) + lengthOf(task.found);
  return task.edits.reduce((sum, { diff, kept }) => sum + lengthOf(diff) + lengthOf(kept), 0);
}

function contentsAround({ edit, told, found, last }: EditTask): EditOutcome {
  const old = told === undefined ? contentBefore(found, edit) : told;
  const now = told === undefined ? (found ?? contentAfter(undefined, edit)) : contentAfter(told, edit);
  const isKnown = old !== undefined && last !== null && hashOf(old) === last;
  return { keep: isKnown ? undefined : old, hash: now === undefined ? null : hashOf(now) };
}

/** A file in the making: as it was known at each edit, and from the first edit that is asked for by edits alone. */
function folded({ edits, path, movedTo }: FoldTask): FoldOutcome {
  let [known, own, start]: (Content | undefined)[] = [];
  let hasStarted = false;
  const kept = reconciled(edits);
  for (const [at, edit] of edits.entries()) {
    if (kept[at] !== undefined) known = kept[at];
    if (known === undefined) known = fromLater(edits, kept, at);
    if (edit.isMeant && !hasStarted) {
      hasStarted = true;
      start = known;
      own = known;
    }
    const isSame = own === known;
    known = limited(contentAfter(known, edit));
    if (edit.isMeant) own = isSame ? known : limited(contentAfter(own, edit));
  }
  const isComplete = start !== undefined && own !== undefined;
  return {
    before: placeOf(start),
    after: placeOf(own),
    diff: isComplete ? changed(path, start ?? null, own ?? null, movedTo) : null,
  };
}

/**
 * A file is read when its edit is told, and an agent may have gone on by then: what was kept before that edit has later
 * ones in it, but not itself. What was kept before the next one shows that.
 */
function reconciled(edits: readonly FoldedEdit[]): (Content | undefined)[] {
  const kept = edits.map((edit) => edit.kept);
  for (let at = edits.length - 2; at >= 0; at--) {
    const [own, next, edit] = [kept[at], kept[at + 1], edits[at]!];
    if (own === undefined || next === undefined || contentAfter(own, edit) === next) continue;
    const earlier = contentBefore(next, edit);
    if (earlier !== undefined && leadsTo(earlier, edits.slice(at + 1), own)) kept[at] = earlier;
  }
  return kept;
}

function leadsTo(from: Content, edits: readonly FoldedEdit[], to: Content): boolean {
  let content: Content | undefined = from;
  for (const edit of edits) {
    content = contentAfter(content, edit);
    if (content === undefined) return false;
    if (content === to) return true;
  }
  return false;
}

/** The content before an edit, from what was kept before a later one. */
function fromLater(
  edits: readonly FoldedEdit[],
  kept: readonly (Content | undefined)[],
  at: number,
): Content | undefined {
  const later = kept.findIndex((content, index) => index > at && content !== undefined);
  let content = kept[later];
  for (let index = later - 1; index >= at && content !== undefined; index--)
    content = contentBefore(content, edits[index]!);
  return content;
}

/** Empty if nothing has changed in the end. */
function changed(path: string, old: Content, now: Content, movedTo: string): string {
  if (old === now && (path === movedTo || old === null)) return '';
  return fileDiff(path, old, now, movedTo);
}

function placeOf(content: Content | undefined): FoldOutcome['before'] {
  if (content === undefined) return 'unknown';
  return content === null ? 'missing' : 'there';
}

function limited(content: Content | undefined): Content | undefined {
  return (content?.length ?? 0) > MOST_CHARS ? undefined : content;
}

function hashOf(content: Content): string {
  return content === null ? 'missing' : createHash('sha256').update(content).digest('base64');
}
