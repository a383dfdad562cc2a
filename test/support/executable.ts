import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tempFolder } from './temp-folder.js';

/** Writes an executable shell script; removed when the test ends. */
export async function shellProgram(...lines: string[]): Promise<string> {
  const path = join(await tempFolder(), 'program');
  await writeFile(path, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  return path;
}
