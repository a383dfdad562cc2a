import { filesOf } from '../../agents/agent.js';
import type { EventLog } from '../../log/index.js';
import { ProblemError, type RecordedFileEdit, type UniversalEvent } from '../../schema/index.js';
import { nextSlice } from '../slices.js';
import { editsIn, type FileEdit } from './file-edits.js';

/** How much of the log is looked at before others have their turn. */
const SLICE_CHARS = 256 * 1024;
/** What may be in memory of the diffs; others are read again when they are needed. */
const HELD_CHARS = 16 * 1024 * 1024;
/** Longer diffs are not put together. */
const MOST_BYTES = 4 * 1024 * 1024;

/** An edit, and where it is in the log. */
export interface LoggedEdit {
  about: RecordedFileEdit;
  /** Which part of the item it is. */
  part: number;
  path: string;
  action: FileEdit['action'];
  /** Its file before and after as the diff names them; null if the diff is unknown. */
  names: { from: string | null; to: string | null } | null;
  /** Undefined: it has to be read again. */
  diff: FileEdit['diff'] | undefined;
}

export interface FoundEdits {
  edits: LoggedEdit[];
  turns: Set<string>;
}

/** Finds the edits of a session in its log. */
export async function findEdits(log: Pick<EventLog, 'read'>, sessionId: string): Promise<FoundEdits> {
  const found: FoundEdits = { edits: [], turns: new Set() };
  let turnId: string | null = null;
  let held = 0;
  for (let after = 0; ; ) {
    await nextSlice();
    const batches = await log.read(sessionId, after, { chars: SLICE_CHARS });
    if (batches.length === 0) return found;
    for (const text of batches.flatMap(({ events }) => events)) {
      if (!isOfInterest(text)) continue;
      const event = JSON.parse(text) as UniversalEvent;
      if (event.type === 'turn.started') {
        turnId = event.data.turn_id;
        found.turns.add(turnId);
      }
      for (const edit of loggedIn(event, turnId)) {
        held += typeof edit.diff === 'string' ? edit.diff.length : 0;
        found.edits.push(held > HELD_CHARS ? { ...edit, diff: undefined } : edit);
      }
    }
    after = batches.at(-1)!.last;
  }
}

/** The diff of an edit; null if it is unknown, or too long to be put together. */
export async function diffOf(
  log: Pick<EventLog, 'read' | 'longValue'>,
  sessionId: string,
  edit: LoggedEdit,
): Promise<string | null> {
  const diff = edit.diff === undefined ? await readAgain(log, sessionId, edit) : edit.diff;
  if (typeof diff === 'string' || diff == null) return diff ?? null;
  if (diff.bytes > MOST_BYTES) return null;
  const text = await longText(log, sessionId, diff.href.slice(diff.href.lastIndexOf('/') + 1));
  return text === null ? null : (JSON.parse(text) as string);
}

/** A long value, whole. */
export async function longText(
  log: Pick<EventLog, 'longValue'>,
  sessionId: string,
  valueId: string,
): Promise<string | null> {
  let whole: string | null = null;
  for (let part = 0; ; part++) {
    const text = await log.longValue(sessionId, valueId, part);
    if (text === null) return whole;
    whole = (whole ?? '') + text;
  }
}

async function readAgain(
  log: Pick<EventLog, 'read'>,
  sessionId: string,
  { about, part }: LoggedEdit,
): Promise<FileEdit['diff']> {
  await nextSlice();
  const [batch] = await log.read(sessionId, about.sequence - 1, { events: 1 });
  if (batch?.events[0] === undefined)
    throw new ProblemError('session_not_found', `session ${sessionId} is gone`);
  const event = JSON.parse(batch.events[0]) as UniversalEvent;
  const item = event.type === 'item.completed' ? event.data.item : null;
  return item && editsIn(item).find((each) => each.part === part)?.edit.diff;
}

function isOfInterest(text: string): boolean {
  return (
    text.includes('"turn.started"') || (text.includes('"item.completed"') && text.includes('"file_ref"'))
  );
}

function loggedIn(event: UniversalEvent, turnId: string | null): LoggedEdit[] {
  if (event.type !== 'item.completed') return [];
  const { sequence, data } = event;
  const { item_id: itemId, thread_id: threadId = null } = data.item;
  return editsIn(data.item).map(({ edit: { path, action, diff }, part }) => ({
    about: { itemId, sequence, turnId, threadId },
    part,
    path,
    action,
    names: typeof diff === 'string' ? filesOf(diff) : null,
    diff,
  }));
}
