import { readFragment, writeFragment } from './fragment.js';

const STORAGE_KEY = 'greenroom.token';

/** Moves a token from the address into the browser's storage, and returns it or the one stored before. */
export function readToken(): string | null {
  const given = takeFromAddress('token');
  if (given) storeToken(given);
  return localStorage.getItem(STORAGE_KEY);
}

/** For all tabs, and for good. */
export function storeToken(token: string): void {
  localStorage.setItem(STORAGE_KEY, token);
}

/** The code of a pairing link, which leaves the address: it works once. */
export function readPairingCode(): string | null {
  return takeFromAddress('pair');
}

function takeFromAddress(name: string): string | null {
  const { path, query } = readFragment();
  const given = query.get(name);
  if (given === null) return null;
  query.delete(name);
  writeFragment({ path, query }, 'replace');
  return given;
}
