import { useEffect, useMemo, useState } from 'react';
import type { SessionInfo } from '../../client/index.js';
import type { SessionStore } from '../../client/react/index.js';
import { closeFindForBrowser, openFind } from '../find/find-bar-state.js';
import { useKeys } from '../requests/use-keys.js';
import { KeySheet } from './key-sheet.js';
import { Palette } from './palette.js';

export interface ShortcutsProps {
  sessions: readonly SessionInfo[];
  store: SessionStore | null;
  onCreate(agent: string | null): void;
}

/** The keys of the whole page, and what they open. */
export function Shortcuts({ sessions, store, onCreate }: ShortcutsProps) {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  const hasSession = store !== null;
  useKeys(
    useMemo(() => ({ '?': () => setOpen('keys') }), []),
    true,
  );
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isPlain = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isPlain || event.repeat || document.querySelector('dialog[open]')) return;
      const key = event.key.toLowerCase();
      if (key === 'k') setOpen('palette');
      // Pressed in the search of the page, it is meant for that of the browser.
      else if (key !== 'f' || !hasSession || closeFindForBrowser(event.target)) return;
      else openFind();
      event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [hasSession]);
  const close = () => setOpen(null);
  if (open === 'keys') return <KeySheet onClose={close} />;
  if (open !== 'palette') return null;
  return (
    <Palette
      sessions={sessions}
      store={store}
      onCreate={onCreate}
      onKeys={() => setOpen('keys')}
      onClose={close}
    />
  );
}
