export interface CurlOptions {
  /** The daemon's origin. */
  origin: string;
  sessionId: string;
  /** A single event, or the whole stream if null. */
  sequence: number | null;
  raw: boolean;
}

/** A command that fetches the same events. It reads the token from the environment, to keep it out of shell histories. */
export function curlCommand({ origin, sessionId, sequence, raw }: CurlOptions): string {
  const session = `${origin}/v1/sessions/${encodeURIComponent(sessionId)}`;
  const url =
    sequence === null
      ? `${session}/events/sse?include_raw=${raw}`
      : `${session}/events?offset=${sequence - 1}&limit=1&include_raw=${raw}`;
  return `curl -sN -H "Authorization: Bearer $GREENROOM_TOKEN" '${url}'`;
}
