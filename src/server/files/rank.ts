/** How well a path matches a query, regardless of case: the lower, the better; null if it does not match. */
export function rankOf(path: string, query: string): number | null {
  const wanted = query.toLowerCase();
  const whole = path.toLowerCase();
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  if (wanted === '') return depthOf(path);
  if (name === wanted || whole === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (whole.startsWith(wanted)) return 2;
  if (name.includes(wanted)) return 3;
  if (whole.includes(wanted)) return 4;
  return isSubsequence(wanted, whole) ? 5 : null;
}

const depthOf = (path: string) => path.split('/').length;

function isSubsequence(wanted: string, text: string): boolean {
  let at = 0;
  for (const character of wanted) {
    at = text.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
