import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FolderContents } from '../../agents/agent.js';
import type { DocumentStore } from '../../log/index.js';
import { TrustedFolder } from '../../schema/index.js';

/** The kind of its documents. */
const KIND = 'trusted-folder';
/** How many paths are listed for an entry. */
const MAX_PATHS = 50;

export interface FolderOfAgent {
  agent: string;
  directory: string;
}

/** The contents of folders that humans trust, until they change. */
export class RememberedTrust {
  readonly #documents: DocumentStore;
  readonly #now: () => number;

  constructor(documents: DocumentStore, now: () => number) {
    this.#documents = documents;
    this.#now = now;
  }

  async has(folder: FolderOfAgent, contents: FolderContents): Promise<boolean> {
    const id = idOf(folder.agent, await real(folder.directory), contents.hash);
    return (await this.#documents.get(KIND, id)) !== null;
  }

  async add({ agent, directory }: FolderOfAgent, { hash, parts }: FolderContents): Promise<TrustedFolder> {
    const folder = await real(directory);
    const paths = parts.map(({ path }) => path).slice(0, MAX_PATHS);
    const id = idOf(agent, folder, hash);
    const entry: TrustedFolder = { id, agent, folder, paths, contents: hash, trustedAt: this.#now() };
    await this.#documents.put(KIND, id, JSON.stringify(entry));
    return entry;
  }

  /** By folder and agent, the oldest first. */
  async list(): Promise<TrustedFolder[]> {
    const documents = await this.#documents.list(KIND);
    const entries = documents.map(({ json }) => TrustedFolder.parse(JSON.parse(json)));
    const keyOf = ({ folder, agent }: TrustedFolder) => JSON.stringify([folder, agent]);
    return entries.sort((a, b) => compare(keyOf(a), keyOf(b)) || a.trustedAt - b.trustedAt);
  }

  /** Returns whether there was such an entry. */
  remove(id: string): Promise<boolean> {
    return this.#documents.delete(KIND, id);
  }
}

/** The same contents elsewhere are another matter. */
function idOf(agent: string, folder: string, contents: string): string {
  const hash = createHash('sha256').update(JSON.stringify([agent, folder, contents]));
  return hash.digest('hex').slice(0, 32);
}

function real(directory: string): Promise<string> {
  return realpath(directory).catch(() => resolve(directory));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
