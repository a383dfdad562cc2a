import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';

export const root = join(import.meta.dirname, '..', '..', '..');

/** A fenced block of code. */
export interface Block {
  language: string;
  code: string;
  line: number;
  /** Comments in front of it, which readers do not see: `not run`, `first`, `file`. */
  notes: Readonly<Record<string, string>>;
}

export interface Page {
  path: string;
  text: string;
  blocks: readonly Block[];
}

/** `<!-- not run: a terminal is needed -->` */
const NOTE = /^<!-- (not run|first|file): (.*?) -->$/;

export async function readPage(path: string): Promise<Page> {
  const text = await readFile(join(root, path), 'utf8');
  return { path, text, blocks: blocksOf(text) };
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let notes: Record<string, string> = {};
  let open: { indent: string; language: string; line: number; code: string[] } | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^( *)```([\w-]*)$/.exec(line);
    if (open && fence) {
      const { indent, language, code } = open;
      const lines = code.map((each) => (each.startsWith(indent) ? each.slice(indent.length) : each));
      blocks.push({ language, code: `${lines.join('\n')}\n`, line: open.line, notes });
      open = null;
      notes = {};
    } else if (fence) open = { indent: fence[1]!, language: fence[2]!, line: index + 1, code: [] };
    else if (open) open.code.push(line);
    else {
      const note = NOTE.exec(line.trim());
      if (note) notes[note[1]!] = note[2]!;
      else if (line.trim() !== '') notes = {};
    }
  }
  return blocks;
}

/** All pages of the documentation: Markdown that is kept in the repository, but for tests and what agents read. */
export async function pages(): Promise<Page[]> {
  const { stdout } = await execa('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { cwd: root });
  const paths = String(stdout)
    .split('\n')
    .filter((path) => !/^(test|fixtures|\.github)\//.test(path));
  return Promise.all(paths.sort().map(readPage));
}
