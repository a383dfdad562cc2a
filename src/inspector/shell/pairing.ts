import type { Problem } from '../../client/index.js';

export type Paired = { token: string } | { problem: Pick<Problem, 'status' | 'detail'> };

/** Exchanges the code of a link for a token of this browser. */
export async function exchangePairing(code: string): Promise<Paired> {
  try {
    const response = await fetch('/v1/pairings/exchange', {
      method: 'POST',
      body: JSON.stringify({ code, name: browserName(navigator.userAgent) }),
    });
    const answer = (await response.json()) as { token: string } & Problem;
    return response.ok ? { token: answer.token } : { problem: answer };
  } catch {
    return { problem: { status: 0, detail: 'the daemon cannot be reached; open the link again' } };
  }
}

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
