/** The fields that tell one kind of line from another; the others are what the line says. */
const kindKeys = new Set(['dir', 'type', 'subtype', 'method', 'path', 'status', 'name']);

/**
 * Where a recording is cut off by a test: after 0 lines, and between any two lines, but once for each pair of
 * kinds. The other cuts between lines of the same kinds, as in a run of deltas, show nothing new.
 */
export function cuts(lines: readonly object[]): number[] {
  const kinds = lines.map(kindOf);
  const seen = new Set<string>();
  return kinds.flatMap((kind, at) => {
    const pair = `${kinds[at - 1]} ${kind}`;
    if (seen.has(pair)) return [];
    seen.add(pair);
    return [at];
  });
}

function kindOf(line: object): string {
  return JSON.stringify(line, (key, value) => {
    if (key === 'text') return kindOfText(value);
    const isLeaf = value !== null && typeof value !== 'object';
    return isLeaf && !kindKeys.has(key) ? 0 : value;
  });
}

/** Some recordings keep a line as the text that it was. */
function kindOfText(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return 0;
  }
}
