/** A file before an edit, as it is stored with the session, beside the values that are too long for events. */
export interface KeptContent {
  /** Null if it did not exist. */
  text: string | null;
}

/** The name of the value: an edit is a part of an item. */
export function keptName(itemId: string, part: number): string {
  return `before_${itemId}_${part}`;
}
