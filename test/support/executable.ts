import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tempFolder } from './temp-folder.js';

/** A program of a few lines of shell, in a folder of its own; gone when the test ends. */
export async function shellProgram(...lines: string[]): Promise<string> {
  const path = join(await tempFolder(), 'program');
  await writeFile(path, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
  return path;
}
