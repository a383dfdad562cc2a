/**
 * The mark that every child carries in its environment. Descendants inherit it, so everything that an agent started can
 * be found, even if it left the process group or its parent has exited.
 */
export const MARK_VARIABLE = 'GREENROOM_MARK';

export interface Mark {
  /** The daemon, see `ownerOf`: two daemons on one machine never touch each other's processes. */
  owner: string;
  /** Or the name of a process that belongs to no session, see `ProcessName`. */
  sessionId: string;
}

/** A mark to search for; without a session it matches all processes of its owners. */
export interface MarkPattern {
  owners: readonly string[];
  sessionId?: string;
}

const id = /^[A-Za-z0-9._:-]{1,128}$/;

/** Formats a mark. Throws on ids that could not be parsed again. */
export function formatMark(mark: Mark): string {
  for (const part of [mark.owner, mark.sessionId]) {
    if (!id.test(part)) throw new TypeError(`Not a valid id for a mark: ${JSON.stringify(part)}`);
  }
  return `${mark.owner}/${mark.sessionId}`;
}

/** Parses a mark; null if it is not one of ours. */
export function parseMark(text: string): Mark | null {
  const [owner, sessionId, ...rest] = text.split('/');
  if (owner === undefined || sessionId === undefined || rest.length > 0) return null;
  return id.test(owner) && id.test(sessionId) ? { owner, sessionId } : null;
}

/** The variables that mark a child. */
export function markVariables(mark: Mark): Record<string, string> {
  return { [MARK_VARIABLE]: formatMark(mark) };
}

/** Returns a predicate for the text of marks, for one session or all of the owners. */
export function markMatcher(pattern: MarkPattern): (text: string) => boolean {
  return (text) => {
    const mark = parseMark(text);
    if (mark === null || !pattern.owners.includes(mark.owner)) return false;
    return pattern.sessionId === undefined || mark.sessionId === pattern.sessionId;
  };
}
