/** The address of a view: `#/s/<id>?at=5`. A bare `#token=…` is a query without a path. */
export interface Fragment {
  path: string;
  query: URLSearchParams;
}

export function parseFragment(hash: string): Fragment {
  const text = hash.replace(/^#/, '');
  if (!text.startsWith('/')) return { path: '/', query: new URLSearchParams(text) };
  const [path = '/', query = ''] = text.split('?', 2);
  return { path, query: new URLSearchParams(query) };
}

export function readFragment(): Fragment {
  return parseFragment(currentHash());
}

/** What is to be the address in a moment, as long as nobody has gone elsewhere meanwhile. */
let coming: { hash: string; from: string } | null = null;
let isDue = false;

export function currentHash(): string {
  return coming && coming.from === location.hash ? coming.hash : location.hash;
}

export function fragmentText({ path, query }: Fragment): string {
  const text = query.toString();
  if (path === '/' && text === '') return '';
  return `#${path}${text && `?${text}`}`;
}

/** `soon`: the page is there at once, and the address bar follows. Browsers refuse to write it many times a second. */
export type WriteHow = 'push' | 'replace' | 'soon';
const SOON_MS = 400;

export function writeFragment(fragment: Fragment, how: WriteHow): void {
  const hash = fragmentText(fragment);
  if (how === 'soon') {
    coming = { hash, from: location.hash };
    if (!isDue) setTimeout(settle, SOON_MS);
    isDue = true;
  } else {
    coming = null;
    write(hash, how);
  }
  dispatchEvent(new Event('fragment'));
}

function settle(): void {
  isDue = false;
  const hash = currentHash();
  coming = null;
  write(hash, 'replace');
}

function write(hash: string, how: 'push' | 'replace'): void {
  const url = `${location.pathname}${location.search}${hash}`;
  if (how === 'push') history.pushState(null, '', url);
  else history.replaceState(null, '', url);
}
