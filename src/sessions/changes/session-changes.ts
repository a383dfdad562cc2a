import { realpath } from 'node:fs/promises';
import { type Content, shortPath } from '../../agents/agent.js';
import type { EventLog } from '../../log/index.js';
import { type FileChange, ProblemError, type SessionInfo } from '../../schema/index.js';
import { nextSlice } from '../slices.js';
import { ContentThread } from './content-thread.js';
import { type EditedFile, editedFiles, type NamedEdit } from './edited-files.js';
import { type KeptContent, keptName } from './kept-content.js';
import { diffOf, findEdits, type LoggedEdit, longText } from './recorded-edits.js';
import type { FoldedEdit, FoldOutcome } from './tasks.js';

type ChangesLog = Pick<EventLog, 'read' | 'longValue'>;

/** What a session, or a turn of it, has changed, as pieces of a ChangesResponse. Rejects for an unknown turn. */
export async function sessionChanges(
  log: ChangesLog,
  { sessionId, directory }: Pick<SessionInfo, 'sessionId' | 'directory'>,
  turnId: string | null,
): Promise<AsyncGenerator<string>> {
  const { edits, turns } = await findEdits(log, sessionId);
  if (turnId !== null && !turns.has(turnId))
    throw new ProblemError('not_found', `session ${sessionId} has no turn ${turnId}`);
  const roots = await rootsOf(directory);
  const isMeant = ({ about }: LoggedEdit) => turnId === null || about.turnId === turnId;
  const files = editedFiles(edits.map((edit) => named(edit, roots)))
    .filter((file) => file.edits.some(isMeant))
    .sort((a, b) => (a.edits.at(-1)!.to < b.edits.at(-1)!.to ? -1 : 1));
  return pieces(new FileChanges(log, sessionId, isMeant), files, { sessionId, turnId });
}

async function* pieces(
  changes: FileChanges,
  files: readonly EditedFile[],
  head: { sessionId: string; turnId: string | null },
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"files":[`;
  let separator = '';
  try {
    for (const file of files) {
      const change = await changes.of(file);
      if (change === null) continue;
      yield separator + JSON.stringify(change);
      separator = ',';
    }
    yield ']}';
  } finally {
    changes.close();
  }
}

/** Works out what became of one file after the other. */
class FileChanges {
  readonly #log: ChangesLog;
  readonly #sessionId: string;
  readonly #isMeant: (edit: LoggedEdit) => boolean;
  readonly #thread = new ContentThread();

  constructor(log: ChangesLog, sessionId: string, isMeant: (edit: LoggedEdit) => boolean) {
    this.#log = log;
    this.#sessionId = sessionId;
    this.#isMeant = isMeant;
  }

  /** Null if nothing has changed in the end. */
  async of({ edits }: EditedFile): Promise<FileChange | null> {
    await nextSlice();
    const last = edits.findLastIndex(this.#isMeant);
    const known = await Promise.all(edits.slice(0, last + 1).map((edit) => this.#folded(edit)));
    const meant = edits.filter(this.#isMeant);
    const [path, movedTo] = [meant[0]!.from, meant.at(-1)!.to];
    const outcome = await this.#thread.run({ type: 'fold', edits: known, path, movedTo });
    if (outcome.diff === '') return null;
    const diff = outcome.diff ?? joined(known);
    return {
      path: movedTo,
      movedFrom: path === movedTo || outcome.before === 'missing' ? null : path,
      status: statusOf(outcome, meant, path !== movedTo),
      complete: outcome.diff !== null,
      diff,
      ...countsOf(diff),
      edits: meant.map(({ about }) => about),
    };
  }

  close(): void {
    this.#thread.close();
  }

  async #folded(edit: NamedEdit): Promise<FoldedEdit> {
    const diff = await diffOf(this.#log, this.#sessionId, edit);
    const kept = await this.#keptBefore(edit);
    const isMeant = this.#isMeant(edit);
    return { action: edit.action, diff, isMeant, ...(kept === undefined ? {} : { kept }) };
  }

  async #keptBefore({ about, part }: LoggedEdit): Promise<Content | undefined> {
    const text = await longText(this.#log, this.#sessionId, keptName(about.itemId, part));
    return text === null ? undefined : (JSON.parse(text) as KeptContent).text;
  }
}

function named(edit: LoggedEdit, roots: readonly string[]): NamedEdit {
  const to = edit.names?.to ?? edit.names?.from ?? shortPath(edit.path, roots);
  return { ...edit, to, from: edit.names?.from ?? to };
}

function joined(edits: readonly FoldedEdit[]): string {
  return edits.flatMap(({ diff, isMeant }) => (isMeant && diff !== null ? [diff] : [])).join('');
}

/** Where the content is unknown, the edits tell at least whether there was a file. */
function statusOf(outcome: FoldOutcome, meant: readonly NamedEdit[], isMoved: boolean): FileChange['status'] {
  const [first, last] = [meant[0]!.names, meant.at(-1)!.names];
  const isNew = outcome.before === 'missing' || (outcome.before === 'unknown' && first?.from === null);
  const isGone = outcome.after === 'missing' || (outcome.after === 'unknown' && last?.to === null);
  if (isGone) return 'deleted';
  if (isNew) return 'added';
  return isMoved ? 'moved' : 'modified';
}

function countsOf(diff: string): { added: number; removed: number } {
  let [added, removed] = [0, 0];
  for (const line of diff.matchAll(/^(?:\+(?!\+\+ [ab/])|-(?!-- [ab/]))/gm)) {
    if (line[0] === '+') added++;
    else removed++;
  }
  return { added, removed };
}

async function rootsOf(directory: string | null): Promise<readonly string[]> {
  if (directory === null) return [];
  const real = await realpath(directory).catch(() => directory);
  return real === directory ? [directory] : [directory, real];
}
