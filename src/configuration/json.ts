import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { FileProblem } from './error.js';

export type Path = readonly PropertyKey[];

export interface ParsedJson {
  value: unknown;
  /** Syntax errors, and keys that occur twice. */
  problems: FileProblem[];
  /** Where the value of a path is; that of its nearest parent if it is missing. */
  offsetOf(path: Path): number;
  /** Where a key is written, of an object at a path. */
  keyOffset(path: Path, key: string): number;
}

/** The codes of jsonc-parser, whose enumeration is of no use under `isolatedModules`. */
const syntaxErrors: Readonly<Record<number, string>> = {
  1: 'this is no value that JSON knows',
  2: 'this is no number that JSON knows',
  3: 'a key in double quotes is expected here',
  4: 'a value is expected here',
  5: 'a colon is expected here',
  6: 'a comma is expected here',
  7: 'a closing brace is expected here',
  8: 'a closing bracket is expected here',
  9: 'nothing may follow the configuration',
  10: 'comments are not allowed here',
  11: 'the comment has no end',
  12: 'the text has no closing quote',
  13: 'the number is not complete',
  14: 'this is no Unicode character',
  15: 'this is no escape that JSON knows',
  16: 'this character is not allowed in a text',
};

/** Parses JSON with comments and trailing commas. */
export function parseJson(text: string): ParsedJson {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const problems = errors.map(({ error, offset }) => ({
    offset,
    key: '',
    message: syntaxErrors[error] ?? 'this is not JSON',
  }));
  const nodeAt = (path: Path) => root && findNodeAtLocation(root, path as (string | number)[]);
  return {
    value: root ? (getNodeValue(root) as unknown) : undefined,
    problems: root ? [...problems, ...repeatedKeys(root, [])] : problems,
    offsetOf: (path) => {
      for (let length = path.length; length >= 0; length--) {
        const node = nodeAt(path.slice(0, length));
        if (node) return node.offset;
      }
      return 0;
    },
    keyOffset: (path, key) =>
      nodeAt(path)?.children?.find(({ children }) => children?.[0]?.value === key)?.offset ?? 0,
  };
}

/** Of keys that occur twice, JSON takes the last one without a word. */
function repeatedKeys(node: Node, path: readonly string[]): FileProblem[] {
  const seen = new Set<unknown>();
  return (node.children ?? []).flatMap((child, index) => {
    if (node.type !== 'object') return repeatedKeys(child, [...path, String(index)]);
    const [key, value] = child.children ?? [];
    const at = [...path, String(key?.value)];
    const isRepeated = seen.has(key?.value);
    seen.add(key?.value);
    return [
      ...(isRepeated ? [{ offset: child.offset, key: at.join('.'), message: 'occurs twice' }] : []),
      ...(value ? repeatedKeys(value, at) : []),
    ];
  });
}
