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
  return parseFragment(location.hash);
}

export function fragmentText({ path, query }: Fragment): string {
  const text = query.toString();
  if (path === '/' && text === '') return '';
  return `#${path}${text && `?${text}`}`;
}

export function writeFragment(fragment: Fragment, how: 'push' | 'replace'): void {
  const url = `${location.pathname}${location.search}${fragmentText(fragment)}`;
  if (how === 'push') history.pushState(null, '', url);
  else history.replaceState(null, '', url);
  dispatchEvent(new Event('fragment'));
}
