/**
 * The mark that every child carries in its environment. Descendants inherit it, so everything that an agent started can
 * be found, even if it left the process group or its parent has exited.
 */
export const MARK_VARIABLE = 'GREENROOM_MARK';

/** The owner of a process. */
export interface Mark {
  /** The data folder's id: two daemons on one machine never touch each other's processes. */
  installationId: string;
  /** Or the name of a process that belongs to no session, see `ProcessName`. */
  sessionId: string;
}

/** A mark to search for; without a session it matches the whole installation. */
export interface MarkPattern {
  installationId: string;
  sessionId?: string;
}

const id = /^[A-Za-z0-9._:-]{1,128}$/;

/** Formats a mark. Throws on ids that could not be parsed again. */
export function formatMark(mark: Mark): string {
  for (const part of [mark.installationId, mark.sessionId]) {
    if (!id.test(part)) throw new TypeError(`Not a valid id for a mark: ${JSON.stringify(part)}`);
  }
  return `${mark.installationId}/${mark.sessionId}`;
}

/** Parses a mark; null if it is not one of ours. */
export function parseMark(text: string): Mark | null {
  const [installationId, sessionId, ...rest] = text.split('/');
  if (installationId === undefined || sessionId === undefined || rest.length > 0) return null;
  return id.test(installationId) && id.test(sessionId) ? { installationId, sessionId } : null;
}

/** The variables that mark a child. */
export function markVariables(mark: Mark): Record<string, string> {
  return { [MARK_VARIABLE]: formatMark(mark) };
}

/** Returns a predicate for the text of marks, for one session or a whole installation. */
export function markMatcher(pattern: MarkPattern): (text: string) => boolean {
  return (text) => {
    const mark = parseMark(text);
    if (mark === null || mark.installationId !== pattern.installationId) return false;
    return pattern.sessionId === undefined || mark.sessionId === pattern.sessionId;
  };
}
