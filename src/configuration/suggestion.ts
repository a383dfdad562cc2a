/** How many letters a misspelt word may differ in. */
const MOST_EDITS = 3;

/** The known word that was probably meant, or null. */
export function suggestion(word: string, known: readonly string[]): string | null {
  const near = known
    .map((each) => ({ each, edits: editsBetween(word.toLowerCase(), each.toLowerCase()) }))
    .filter(({ each, edits }) => edits <= Math.min(MOST_EDITS, Math.ceil(each.length / 2)))
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.each ?? null;
}

/** How many letters must be inserted, removed or replaced to make one word of the other. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === other ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}
