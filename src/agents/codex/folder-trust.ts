import { relative } from 'node:path';
import type { ConnectionContext } from '../agent.js';
import { foldersAround } from '../kit/folder/around.js';
import { instructionFiles } from '../kit/folder/instructions.js';
import { readRegularFile } from '../kit/regular-file.js';

/** As much of them as Codex itself reads. */
const MAX_INSTRUCTIONS = 32 * 1024;
const instructionNames = ['AGENTS.override.md', 'AGENTS.md'];

/** What Codex is told about the folder of a thread. */
export interface FolderParams {
  /** Of its configuration, for this thread alone. */
  projects: Record<string, { trust_level: 'trusted' | 'untrusted' }>;
  /** The instructions of a folder that Codex would not read, as it is not trusted. */
  developerInstructions?: string;
}

/**
 * Always said: where nothing is, Codex writes into the user's configuration that the folder is trusted, for good and for
 * all its programs, and then runs what it brings.
 */
export async function folderParams({
  directory,
  trust,
}: Pick<ConnectionContext, 'directory' | 'trust'>): Promise<FolderParams> {
  const isTrusted = trust?.isTrusted ?? true;
  const { folder, repository, isRepository } = await foldersAround(directory);
  const folders = isRepository ? repository : folder;
  const level = { trust_level: isTrusted ? 'trusted' : 'untrusted' } as const;
  const projects = Object.fromEntries(folders.map((folder) => [folder, level]));
  if (isTrusted) return { projects };
  const instructions = await instructionsOf(directory);
  return { projects, ...(instructions === '' ? {} : { developerInstructions: instructions }) };
}

async function instructionsOf(directory: string): Promise<string> {
  let text = '';
  for (const path of await instructionFiles(directory, instructionNames)) {
    const content = await readRegularFile(path, MAX_INSTRUCTIONS - text.length);
    if (typeof content === 'string') continue;
    text += `# Instructions of ${relative(directory, path)}\n\n${content.toString('utf8')}\n`;
  }
  return text;
}
