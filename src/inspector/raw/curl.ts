export interface CurlOf {
  /** Where the daemon is. */
  origin: string;
  sessionId: string;
  /** The event; null: the whole stream. */
  sequence: number | null;
  raw: boolean;
}

/** A command that gets the same. The token is not in it: commands are pasted into chats and kept in histories. */
export function curlOf({ origin, sessionId, sequence, raw }: CurlOf): string {
  const session = `${origin}/v1/sessions/${encodeURIComponent(sessionId)}`;
  const url =
    sequence === null
      ? `${session}/events/sse?include_raw=${raw}`
      : `${session}/events?offset=${sequence - 1}&limit=1&include_raw=${raw}`;
  return `curl -sN -H "Authorization: Bearer $GREENROOM_TOKEN" '${url}'`;
}
