import { useSyncExternalStore } from 'react';
import { parseFragment, writeFragment } from './fragment.js';

export type Tab = 'machine' | 'timeline' | 'raw';
/** On a narrow page one of them is shown at a time. */
export type View = 'sessions' | 'chat' | Tab;

export interface Route {
  sessionId: string | null;
  tab: Tab;
  /** What a narrow page shows. */
  view: View;
  /** The event that is looked at; null: the present. */
  at: number | null;
}

const tabs: readonly Tab[] = ['machine', 'timeline', 'raw'];
const isTab = (text: string | null): text is Tab => tabs.some((tab) => tab === text);

/** `#/s/<id>?view=raw&at=5` */
export function parseRoute(hash: string): Route {
  const { path, query } = parseFragment(hash);
  const id = /^\/s\/([^/]+)$/.exec(path)?.[1];
  if (id === undefined) return { sessionId: null, tab: 'machine', view: 'sessions', at: null };
  const view = query.get('view');
  const at = /^\d+$/.test(query.get('at') ?? '') ? Number(query.get('at')) : null;
  const tab = isTab(view) ? view : 'machine';
  return { sessionId: decodeURIComponent(id), tab, view: isTab(view) ? view : 'chat', at };
}

export function navigate(
  to: { sessionId: string | null; view?: View; at?: number | null },
  how: 'push' | 'replace' = 'push',
): void {
  const query = new URLSearchParams();
  if (to.sessionId === null || to.view === 'sessions') return writeFragment({ path: '/', query }, how);
  if (to.view && to.view !== 'chat') query.set('view', to.view);
  if (to.at != null) query.set('at', String(to.at));
  writeFragment({ path: `/s/${encodeURIComponent(to.sessionId)}`, query }, how);
}

/** Where the page is. Changed with `navigate`. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(listen, () => location.hash);
  return parseRoute(hash);
}

function listen(onChange: () => void): () => void {
  const events = ['fragment', 'hashchange', 'popstate'];
  for (const event of events) addEventListener(event, onChange);
  return () => {
    for (const event of events) removeEventListener(event, onChange);
  };
}
