import type { Problem } from '../../client/index.js';
import { browserName } from './browser-name.js';

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
