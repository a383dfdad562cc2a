import { readFragment, writeFragment } from './fragment.js';

const KEY = 'greenroom.token';

/** The token from the address, which it is removed from at once; else the one that this tab has. */
export function takeToken(): string | null {
  const { path, query } = readFragment();
  const given = query.get('token');
  if (given) {
    sessionStorage.setItem(KEY, given);
    query.delete('token');
    writeFragment({ path, query }, 'replace');
  }
  return sessionStorage.getItem(KEY);
}

export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}
