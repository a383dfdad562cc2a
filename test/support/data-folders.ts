import { readdirSync } from 'node:fs';
import { chmod, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type { SessionState } from '../../src/schema/index.js';
import { tempFolder } from './temp-folder.js';

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** A data folder that an earlier version left when it was killed, and what that version served of it. */
export interface EarlierFolder {
  dataFolder: string;
  /** The sessions in the order of the list; `states` are some of the past. */
  sessions: { sessionId: string; lastSequence: number; states: SessionState[] }[];
  /** The events of each session with their native payloads, as JSON. */
  events: Map<string, string[]>;
}

/** The versions that there are fixtures of; `scripts/make-data-folder.js` makes one. */
export const earlierVersions = readdirSync(fixtures).flatMap(
  (name) => /^data-folder-(.+)$/.exec(name)?.[1] ?? [],
);

/** Unpacks a copy that is gone when the test ends. */
export async function earlierFolder(version: string): Promise<EarlierFolder> {
  const fixture = join(fixtures, `data-folder-${version}`);
  const dataFolder = await tempFolder();
  await cp(join(fixture, 'folder'), dataFolder, { recursive: true });
  await chmod(dataFolder, 0o700);
  for (const name of await readdir(dataFolder)) {
    if (!name.endsWith('.br')) continue;
    const packed = join(dataFolder, name);
    await writeFile(packed.slice(0, -'.br'.length), brotliDecompressSync(await readFile(packed)));
    await rm(packed);
  }
  const events = new Map<string, string[]>();
  const lines = String(brotliDecompressSync(await readFile(join(fixture, 'events.jsonl.br')))).trim();
  for (const line of lines.split('\n')) {
    const { session_id } = JSON.parse(line) as { session_id: string };
    events.set(session_id, [...(events.get(session_id) ?? []), line]);
  }
  const sessions = JSON.parse(await readFile(join(fixture, 'sessions.json'), 'utf8'));
  return { dataFolder, sessions, events };
}
