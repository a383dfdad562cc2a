import type { FolderPlaces } from '../kit/folder/places.js';
import type { AcpDeclaration } from './declaration.js';

/** The files of a folder that an agent runs or obeys; without a word about them, what is named after the agent. */
export function folderPlaces({ id, folder }: AcpDeclaration): FolderPlaces {
  return (folder ?? [`.${id}`, '.mcp.json']).map((path) => ({
    path,
    reach: 'repository',
    describe: () => ['a file of its configuration'],
  }));
}
