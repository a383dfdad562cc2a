import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../fixtures/acp/recordings/', import.meta.url);

/** A JSON-RPC message, or a remark of the recorder. */
// biome-ignore lint/suspicious/noExplicitAny: what was recorded may be anything
export type Message = any;

export interface Line {
  dir: 'in' | 'out' | 'meta';
  message: Message;
}

/** Recordings without a session of protocol version 1, and why. */
export const others: readonly (readonly [RegExp, string])[] = [
  [/-handshake$/, 'only shakes hands'],
  [/-v2-session$/, 'is a session of version 2'],
  [/^(claude|codex)-init-v(2|99)$/, 'asks for a later version, and gets 2'],
  [/^claude-subagent-native$/, 'has the opt-in updates of sub-agents, which we do not ask for'],
];

export const allRecordings: string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.ndjson'))
  .map((name) => name.replace('.ndjson', ''))
  .sort();

export const recordings = allRecordings.filter((name) => !others.some(([pattern]) => pattern.test(name)));

export function agentOf(name: string): string {
  return name.split('-')[0]!;
}

export function readRecording(name: string): Line[] {
  const text = readFileSync(new URL(`${name}.ndjson`, folder), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ dir }) => dir !== 'err')
    .map(({ dir, line }) => ({ dir, message: line }));
}
