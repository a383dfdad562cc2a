let wanted: string | null = null;

/** Focuses the composer of a session when it appears. */
export function focusComposer(sessionId: string): void {
  wanted = sessionId;
}

/** Whether the composer of a session should take the focus; true once. */
export function takesFocus(sessionId: string): boolean {
  const takes = wanted === sessionId;
  if (takes) wanted = null;
  return takes;
}
