/** Clients choose the ids, and SQLite stores neither NUL nor half a surrogate pair: as JSON, both are escaped. */
export function keyOf(messageId: string): string {
  return JSON.stringify(messageId);
}
