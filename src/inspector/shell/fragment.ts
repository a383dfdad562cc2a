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

/** The address to be written shortly, unless the user navigates meanwhile. */
let deferred: { hash: string; from: string } | null = null;
let isScheduled = false;

export function currentHash(): string {
  return deferred && deferred.from === location.hash ? deferred.hash : location.hash;
}

function fragmentText({ path, query }: Fragment): string {
  const text = query.toString();
  if (path === '/' && text === '') return '';
  return `#${path}${text && `?${text}`}`;
}

/** `deferred`: the page changes at once and the address bar follows, since browsers limit how often it may be written. */
export type WriteMode = 'push' | 'replace' | 'deferred';
const DEFERRED_MS = 400;

export function writeFragment(fragment: Fragment, mode: WriteMode): void {
  const hash = fragmentText(fragment);
  if (mode === 'deferred') {
    deferred = { hash, from: location.hash };
    if (!isScheduled) setTimeout(flush, DEFERRED_MS);
    isScheduled = true;
  } else {
    deferred = null;
    write(hash, mode);
  }
  dispatchEvent(new Event('fragment'));
}

function flush(): void {
  isScheduled = false;
  const hash = currentHash();
  deferred = null;
  write(hash, 'replace');
}

function write(hash: string, mode: 'push' | 'replace'): void {
  const url = `${location.pathname}${location.search}${hash}`;
  if (mode === 'push') history.pushState(null, '', url);
  else history.replaceState(null, '', url);
}
