/** Whether an event matches a name or a pattern such as `draft.*`. */
export function matches(pattern: string, event: string): boolean {
  if (pattern === event || pattern === '*') return true;
  return pattern.endsWith('.*') && event.startsWith(pattern.slice(0, -1));
}
