import { describeJson } from '../kit/folder/in-words.js';
import type { FolderPlaces } from '../kit/folder/places.js';

/** The mock agent has no settings; with this file a client can be tried with a folder that has to be trusted. */
export const folderPlaces: FolderPlaces = [
  { path: '.mock/settings.json', reach: 'repository', describe: (text) => describeJson(text, {}) },
];
