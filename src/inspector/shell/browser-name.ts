/** How the list of tokens calls this browser. The first match counts: most browsers name others, too. */
export function browserName(userAgent: string): string {
  const first = (names: [pattern: string, name: string][]) =>
    names.find(([pattern]) => userAgent.includes(pattern))?.[1];
  const browser = first([
    ['Firefox/', 'Firefox'],
    ['Edg/', 'Edge'],
    ['Chrome/', 'Chrome'],
    ['Safari/', 'Safari'],
  ]);
  const system = first([
    ['Android', 'Android'],
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Windows', 'Windows'],
    ['Mac OS', 'macOS'],
    ['Linux', 'Linux'],
  ]);
  return [browser ?? 'Browser', system].filter(Boolean).join(' on ');
}
