import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { analyse } from 'scslre';
import { expect, it } from 'vitest';

interface Literal {
  type: 'RegExpLiteral';
  pattern: string;
  flags: string;
}

/** All regular expressions in a syntax tree. */
function literalsIn(node: unknown): Literal[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('type' in node && node.type === 'RegExpLiteral') return [node as Literal];
  return Object.values(node).flatMap(literalsIn);
}

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

function literalsOf(file: string): Literal[] {
  return literalsIn(parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: file.endsWith('x') }));
}

const isLinear = ({ pattern, flags }: Pick<Literal, 'pattern' | 'flags'>) =>
  analyse({ source: pattern, flags }).reports.length === 0;

it('every regular expression takes linear time, whatever the text', () => {
  const all = [...sources('src'), ...sources('machines')].flatMap((file) =>
    literalsOf(file).map((literal) => ({ file, ...literal })),
  );
  expect(all.length).toBeGreaterThan(100);
  const slow = all.filter((literal) => !isLinear(literal));
  expect(slow.map(({ file, pattern, flags }) => `${file}: /${pattern}/${flags}`)).toEqual([]);
});

it.each([/\s+$/, /(a+)+b/, /^(.+?)__(.+)$/])('%s would be found', ({ source, flags }) => {
  expect(isLinear({ pattern: source, flags })).toBe(false);
});
