import { readFragment, writeFragment } from './fragment.js';

const STORAGE_KEY = 'greenroom.token';

/** Moves the token from the address into the tab's storage, and returns it or the one stored before. */
export function readToken(): string | null {
  const { path, query } = readFragment();
  const given = query.get('token');
  if (given) {
    sessionStorage.setItem(STORAGE_KEY, given);
    query.delete('token');
    writeFragment({ path, query }, 'replace');
  }
  return sessionStorage.getItem(STORAGE_KEY);
}

export function storeToken(token: string): void {
  sessionStorage.setItem(STORAGE_KEY, token);
}
