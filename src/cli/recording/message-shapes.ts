import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../usage-error.js';
import { type RecordingFile, readRecording } from './recording-file.js';

/** Where recordings of agents are kept in a checkout, by agent and version. */
const RECORDINGS = join('fixtures', 'recordings');

/** The kinds of messages, and their fields, that only one of two versions of an agent sent. */
export async function messageDifferences(recording: RecordingFile, against: string): Promise<string[]> {
  const { agent } = recording.header;
  const others = await Promise.all((await filesOf(agent, against)).map(readRecording));
  const foreign = others.find(({ header }) => header.agent !== agent);
  if (foreign) throw new UsageError(`${against} is of the agent ${foreign.header.agent}, not of ${agent}`);
  const [here, there] = [shapesIn([recording]), shapesIn(others)];
  const differences: string[] = [];
  for (const [kind, fields] of here) {
    const known = there.get(kind);
    if (!known) differences.push(`new message: ${kind}`);
    else for (const field of fields) if (!known.has(field)) differences.push(`new field: ${kind} ${field}`);
  }
  return differences.sort();
}

/** Only what is there more is told: a short conversation lacks most of what an agent can send. */
async function filesOf(agent: string, against: string): Promise<string[]> {
  const folder = join(RECORDINGS, agent, against);
  if (!against.includes('/') && existsSync(folder))
    return (await readdir(folder))
      .filter((name) => name.endsWith('.ndjson'))
      .map((name) => join(folder, name));
  if (existsSync(against)) return [against];
  throw new UsageError(
    `${against} is neither a recording nor a version of ${agent} with recordings in ${join(RECORDINGS, agent)}`,
  );
}

/** The fields of each kind of message, as paths with the type of their value. */
function shapesIn(recordings: readonly RecordingFile[]): Map<string, Set<string>> {
  const shapes = new Map<string, Set<string>>();
  for (const { lines } of recordings)
    for (const line of lines) {
      if (!('in' in line) || line.in.type !== 'payload') continue;
      const message = json(line.in.text);
      const kind = kindOf(message);
      const fields = shapes.get(kind) ?? new Set<string>();
      shapes.set(kind, fields);
      collect(message, '', fields);
    }
  return shapes;
}

/** What agents name their messages by. */
function kindOf(message: unknown): string {
  if (typeof message !== 'object' || message === null) return 'not JSON';
  const { method, type, subtype, payload, event } = message as Record<string, unknown>;
  const inner = [payload, event].find((each) => typeof each === 'object' && each !== null) as
    | { type?: unknown }
    | undefined;
  const names = [method, type, subtype, inner?.type].filter((name) => typeof name === 'string');
  return names.length > 0 ? names.join('/') : 'unnamed';
}

function collect(value: unknown, path: string, fields: Set<string>): void {
  if (Array.isArray(value)) for (const each of value) collect(each, `${path}[]`, fields);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) collect(each, path ? `${path}.${name}` : name, fields);
  else fields.add(`${path}: ${value === null ? 'null' : typeof value}`);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
