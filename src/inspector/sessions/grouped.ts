import type { SessionInfo, SessionMatch } from '../../client/index.js';

/** A row of the list of sessions. */
export type ListEntry =
  | { type: 'folder'; key: string; folder: string; name: string; count: number; isOpen: boolean }
  | { type: 'session'; key: string; session: SessionInfo; match: SessionMatch | null }
  | { type: 'ended'; key: string; folder: string; count: number; isOpen: boolean };

export interface Grouping {
  /** Folders that are closed, and those whose ended sessions are shown. */
  closed: ReadonlySet<string>;
  opened: ReadonlySet<string>;
  /** Whether all ended sessions are shown, as they are what was asked for. */
  showsEnded: boolean;
  /** The open session is shown in any case. */
  selected: string | null;
  /** By session. */
  matches: ReadonlyMap<string, SessionMatch>;
}

/** Sessions by folder, newest activity first; those that have ended are folded. */
export function grouped(sessions: readonly SessionInfo[], grouping: Grouping): ListEntry[] {
  const { closed, opened, showsEnded, selected, matches } = grouping;
  const byFolder = new Map<string, SessionInfo[]>();
  for (const session of [...sessions].sort(byActivity)) {
    const folder = session.directory ?? '';
    const inside = byFolder.get(folder);
    if (inside) inside.push(session);
    else byFolder.set(folder, [session]);
  }
  const names = namesOf([...byFolder.keys()]);
  const entryOf = (session: SessionInfo): ListEntry => ({
    type: 'session',
    key: session.sessionId,
    session,
    match: matches.get(session.sessionId) ?? null,
  });
  return [...byFolder].flatMap(([folder, inside]): ListEntry[] => {
    const isOpen = !closed.has(folder);
    const name = names.get(folder)!;
    const head: ListEntry = {
      type: 'folder',
      key: `in ${folder}`,
      folder,
      name,
      count: inside.length,
      isOpen,
    };
    if (!isOpen) return [head];
    const ended = inside.filter((session) => session.ended);
    const going = inside.filter((session) => !session.ended);
    if (showsEnded || ended.length === 0) return [head, ...inside.map(entryOf)];
    const showsAll = opened.has(folder);
    const shown = showsAll ? ended : ended.filter(({ sessionId }) => sessionId === selected);
    const fold: ListEntry = {
      type: 'ended',
      key: `ended ${folder}`,
      folder,
      count: ended.length,
      isOpen: showsAll,
    };
    return [head, ...going.map(entryOf), fold, ...shown.map(entryOf)];
  });
}

/** Those at work keep their order: they are active all the time. */
function byActivity(a: SessionInfo, b: SessionInfo): number {
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0) return rank;
  const difference = rankOf(a) < 2 ? b.createdAt - a.createdAt : b.updatedAt - a.updatedAt;
  return difference || a.sessionId.localeCompare(b.sessionId);
}

function rankOf({ status }: SessionInfo): number {
  if (status === 'waiting') return 0;
  return status === 'running' || status === 'starting' ? 1 : 2;
}

/** The last part of each path, and more where several folders have the same one. */
function namesOf(folders: readonly string[]): Map<string, string> {
  const nameOf = (folder: string, parts: number) =>
    folder.split('/').filter(Boolean).slice(-parts).join('/') || folder || 'No folder';
  return new Map(
    folders.map((folder) => {
      let parts = 1;
      const isTaken = () =>
        folders.some((other) => other !== folder && nameOf(other, parts) === nameOf(folder, parts));
      while (parts < 8 && isTaken()) parts++;
      return [folder, nameOf(folder, parts)];
    }),
  );
}
