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
  /** The event that the machine explains. The chat stays where it is. */
  why: number | null;
  /** The turn whose changes are shown; null for those of the whole session. */
  turn: string | null;
}

const tabs: readonly Tab[] = ['machine', 'changes', 'timeline', 'raw'];
const isTab = (text: string | null): text is Tab => tabs.some((tab) => tab === text);

const numberIn = (query: URLSearchParams, name: string) =>
  /^\d+$/.test(query.get(name) ?? '') ? Number(query.get(name)) : null;

/** Parses `#/s/<id>?view=raw&at=5&item=itm_1`. `tab` is the tab beside the chat. */
function parseRoute(hash: string): Route {
  const { path, query } = parseFragment(hash);
  const id = /^\/s\/([^/]+)$/.exec(path)?.[1];
  if (id === undefined)
    return { sessionId: null, tab: 'machine', view: 'sessions', at: null, item: null, why: null, turn: null };
  const view = query.get('view');
  const beside = query.get('tab');
  return {
    sessionId: decoded(id),
    tab: isTab(view) ? view : isTab(beside) ? beside : 'machine',
    view: isTab(view) ? view : 'chat',
    at: numberIn(query, 'at'),
    item: query.get('item'),
    why: numberIn(query, 'why'),
    turn: query.get('turn'),
  };
}

/** As it is if it is malformed: no session has such an id. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

export function navigate(
  to: {
    sessionId: string | null;
    view?: View;
    at?: number | null;
    item?: string | null;
    why?: number | null;
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
  if (to.why != null) query.set('why', String(to.why));
  if (to.turn != null) query.set('turn', to.turn);
  writeFragment({ path: `/s/${encodeURIComponent(to.sessionId)}`, query }, mode);
}

/** Leaves the past, if it is shown. */
export function returnToNow(): void {
  const { sessionId, view, at } = parseRoute(currentHash());
  if (at !== null) navigate({ sessionId, view });
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
