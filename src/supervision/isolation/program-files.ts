import { existsSync, lstatSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { isInside } from './inside.js';
import { real } from './real.js';

/** The files that a program is made of, and the links by which it is called. */
export interface ProgramFiles {
  readable: string[];
  links: { path: string; target: string }[];
}

/** Of a command, and of the script that it runs. */
export function programFiles(command: string, args: readonly string[]): ProgramFiles {
  const [script] = args;
  const paths = [command, ...(script !== undefined && isAbsolute(script) ? [script] : [])];
  const links = paths.filter(isLink).map((path) => ({ path, target: real(path) }));
  return { readable: [...new Set([nodeFolder(), ...paths.map(filesAround)])], links };
}

/** The folders on PATH, without those that have more in them than programs. */
export function programFolders(path: string | undefined, home: string): string[] {
  const folders = (path ?? '').split(delimiter).filter(isAbsolute).map(real);
  return [...new Set(folders)].filter((folder) => isInside(folder, home) && folder !== home);
}

/** Node, and whatever was installed with it. */
function nodeFolder(): string {
  return dirname(dirname(real(process.execPath)));
}

/** A script comes with its package and with those that it needs; a binary stands alone. */
function filesAround(path: string): string {
  const file = real(path);
  const modules = file.indexOf('/node_modules/');
  if (modules !== -1) return file.slice(0, modules + '/node_modules'.length);
  return /\.[cm]?js$/.test(file) ? packageFolder(file) : file;
}

function packageFolder(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  return file;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
