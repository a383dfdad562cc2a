import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../fixtures/opencode/1.18.33/', import.meta.url);

/** An event of the server's stream. */
export interface Event {
  id?: string;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: what was recorded may be anything
  properties: any;
}

/** A request that the client made, with its answer. */
export interface Request {
  method: string;
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: what was recorded may be anything
  body?: any;
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what was recorded may be anything
  response?: any;
}

export type Line =
  | { dir: 'in'; request: Request }
  | { dir: 'out'; event: Event }
  | { dir: 'exit'; code: number | null; signal: string | null };

/** Recordings without a session, and why. */
export const sessionless: Readonly<Record<string, string>> = {
  'l-listings': 'only asks the server what it has',
  'q-auth-password': 'only asks to be let in',
  'u-run-format-json': 'is the protocol of `opencode run`, which we do not speak',
  'u2-run-continue-json': 'is the protocol of `opencode run`, which we do not speak',
  'u3-run-error-json': 'is the protocol of `opencode run`, which we do not speak',
};

export const allRecordings: string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.ndjson'))
  .map((name) => name.replace('.ndjson', ''))
  .sort();

export const recordings = allRecordings.filter((name) => !(name in sessionless));

/** Requests, events and exits of a recording. */
export function readRecording(name: string): Line[] {
  const text = readFileSync(new URL(`${name}.ndjson`, folder), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => toLine(JSON.parse(line)));
}

// biome-ignore lint/suspicious/noExplicitAny: what was recorded may be anything
function toLine({ dir, line }: { dir: string; line: any }): Line[] {
  if (dir === 'in') return typeof line.path === 'string' ? [{ dir, request: line }] : [];
  if (dir === 'out') {
    // The global stream wraps its events, and repeats some of them.
    const event = line.payload ?? line;
    return event.properties === undefined || event.type === 'sync' ? [] : [{ dir, event }];
  }
  const exit = /^server exit (.*)$/.exec(String(line));
  if (!exit) return [];
  const { code, sig } = JSON.parse(exit[1]!);
  return [{ dir: 'exit', code, signal: sig }];
}

/** The session that an event is about; null where it is about none. */
export function sessionOf({ properties }: Event): string | null {
  const { sessionID, info, part } = properties;
  return sessionID ?? part?.sessionID ?? info?.sessionID ?? info?.id ?? null;
}
