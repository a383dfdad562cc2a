import { useSyncExternalStore } from 'react';
import { currentHash, parseFragment, type WriteMode, writeFragment } from './fragment.js';

export type Tab = 'machine' | 'changes' | 'timeline' | 'raw';
/** A narrow page shows one view at a time. */
export type View = 'sessions' | 'chat' | Tab;

export interface Route {
  sessionId: string | null;
  tab: Tab;
  /** The view that a narrow page shows. */
  view: View;
  /** The selected event; null for now. */
  at: number | null;
  /** The item that the chat scrolls to and highlights. */
  item: string | null;
  /** The turn whose changes are shown; null for those of the whole session. */
  turn: string | null;
}

const tabs: readonly Tab[] = ['machine', 'changes', 'timeline', 'raw'];
const isTab = (text: string | null): text is Tab => tabs.some((tab) => tab === text);

/** Parses `#/s/<id>?view=raw&at=5&item=itm_1`. `tab` is the tab beside the chat. */
function parseRoute(hash: string): Route {
  const { path, query } = parseFragment(hash);
  const id = /^\/s\/([^/]+)$/.exec(path)?.[1];
  if (id === undefined)
    return { sessionId: null, tab: 'machine', view: 'sessions', at: null, item: null, turn: null };
  const view = query.get('view');
  const beside = query.get('tab');
  const at = /^\d+$/.test(query.get('at') ?? '') ? Number(query.get('at')) : null;
  return {
    sessionId: decodeURIComponent(id),
    tab: isTab(view) ? view : isTab(beside) ? beside : 'machine',
    view: isTab(view) ? view : 'chat',
    at,
    item: query.get('item'),
    turn: query.get('turn'),
  };
}

export function navigate(
  to: {
    sessionId: string | null;
    view?: View;
    at?: number | null;
    item?: string | null;
    turn?: string | null;
  },
  mode: WriteMode = 'push',
): void {
  const query = new URLSearchParams();
  if (to.sessionId === null || to.view === 'sessions') return writeFragment({ path: '/', query }, mode);
  // On a wide page the current tab stays open when the chat navigates.
  const { tab } = parseRoute(currentHash());
  if (to.view && to.view !== 'chat') query.set('view', to.view);
  else if (tab !== 'machine') query.set('tab', tab);
  if (to.at != null) query.set('at', String(to.at));
  if (to.item != null) query.set('item', to.item);
  if (to.turn != null) query.set('turn', to.turn);
  writeFragment({ path: `/s/${encodeURIComponent(to.sessionId)}`, query }, mode);
}

/** The current route; change it with `navigate`. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(listen, currentHash);
  return parseRoute(hash);
}

function listen(onChange: () => void): () => void {
  const events = ['fragment', 'hashchange', 'popstate'];
  for (const event of events) addEventListener(event, onChange);
  return () => {
    for (const event of events) removeEventListener(event, onChange);
  };
}
