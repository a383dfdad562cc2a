import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tempFolder } from './temp-folder.js';

/** A folder that brings settings for the mock agent, so that a human has to trust it. */
export async function bringingFolder(): Promise<{
  directory: string;
  path: string;
  change(greeting: string): Promise<void>;
}> {
  const directory = await realpath(await tempFolder());
  const path = join(directory, '.mock', 'settings.json');
  const change = (greeting: string) => writeFile(path, JSON.stringify({ greeting }));
  await mkdir(join(directory, '.mock'));
  await change('hi');
  return { directory, path, change };
}
