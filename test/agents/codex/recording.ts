import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../fixtures/codex/0.166.0/', import.meta.url);

/** A message of the app-server's protocol, in either direction. */
export interface Message {
  id?: string | number;
  method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: recorded messages may hold anything
  params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: recorded messages may hold anything
  result?: any;
  error?: { code: number; message: string };
}

export type Line =
  | { dir: 'in' | 'out'; text: string; message: Message | null }
  | { dir: 'exit'; code: number | null; signal: string | null };

export const recordings: string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.ndjson'))
  .map((name) => name.replace('.ndjson', ''))
  .sort();

/** The lines of a recording, without standard error. */
export function readRecording(name: string): Line[] {
  const text = readFileSync(new URL(`${name}.ndjson`, folder), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => toLine(JSON.parse(line)));
}

function toLine({ dir, line }: { dir: string; line: unknown }): Line[] {
  if (dir === 'err') {
    const exit = /^\[exit code=(\w+) signal=(\w+)\]$/.exec(String(line));
    if (!exit) return [];
    const [, code, signal] = exit;
    return [
      {
        dir: 'exit',
        code: code === 'null' ? null : Number(code),
        signal: signal === 'null' ? null : signal!,
      },
    ];
  }
  const isMessage = typeof line === 'object' && line !== null && !Array.isArray(line);
  return [
    {
      dir: dir as 'in' | 'out',
      text: typeof line === 'string' ? line : JSON.stringify(line),
      message: isMessage ? (line as Message) : null,
    },
  ];
}

export const isResponse = (message: Message) => message.method === undefined && message.id !== undefined;

/** The thread of a message. */
export function threadOf({ params }: Message): string | null {
  return params?.threadId ?? params?.thread?.id ?? null;
}
