import type { ErrorCategory } from '../../schema/index.js';

const byStatus: ReadonlyMap<number, ErrorCategory> = new Map([
  [401, 'auth'],
  [402, 'billing'],
  [403, 'auth'],
  [408, 'network'],
  [413, 'context_length'],
  [429, 'rate_limit'],
  [503, 'overloaded'],
  [529, 'overloaded'],
]);

/** The category of an HTTP status; `unknown` without one. Agents whose provider gives a code use that first. */
export function categoryOfStatus(status: number | null | undefined): ErrorCategory {
  if (status == null) return 'unknown';
  const known = byStatus.get(status);
  if (known !== undefined) return known;
  if (status >= 500) return 'server';
  return status >= 400 ? 'invalid_request' : 'unknown';
}

const byWords: readonly (readonly [RegExp, ErrorCategory])[] = [
  [/rate.?limit|too many requests|quota/i, 'rate_limit'],
  [/overloaded|at capacity|unavailable/i, 'overloaded'],
  [/credit|billing|payment|balance|free usage/i, 'billing'],
  [/unauthori[sz]ed|forbidden|api key|log ?in|authenticat/i, 'auth'],
  [/context (length|window)|prompt is too long/i, 'context_length'],
  [/connect|network|socket|timed? ?out|ECONN|ENOTFOUND/i, 'network'],
];

/** The category of an error of which nothing is known but its message. */
export function categoryOfMessage(message: string): ErrorCategory {
  return byWords.find(([words]) => words.test(message))?.[1] ?? 'unknown';
}
