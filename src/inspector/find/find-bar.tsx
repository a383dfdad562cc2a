import { type KeyboardEvent, useEffect, useState } from 'react';
import { useSession } from '../session/use-session.js';
import { navigate, useRoute } from '../shell/route.js';
import { IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import styles from './find.module.css';
import { closeFind, FIND_INPUT, useIsFindOpen } from './find-bar-state.js';
import { useFind } from './use-find.js';
import { useHighlights } from './use-highlights.js';

/** The search in the conversation. The list is virtual, so that the browser's own finds only what is on the screen. */
export function FindBar() {
  return useIsFindOpen() ? <OpenFindBar /> : null;
}

function OpenFindBar() {
  const { sessionId } = useSession();
  const { at, turn } = useRoute();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<number | null>(null);
  const { matches: all, isSearching, problem, text: searched } = useFind(text.trim());
  // The past has only what was there by then.
  const matches = at === null ? all : all.filter(({ sequence }) => sequence <= at);
  useHighlights(text.trim());
  // The latest one is the nearest to where a conversation is read.
  const current = Math.min(picked ?? Number.POSITIVE_INFINITY, matches.length - 1);
  const item = matches[current]?.itemId ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another match moves the conversation
  useEffect(() => {
    if (item !== null) navigate({ sessionId, at, turn, item, view: 'chat' }, 'replace');
  }, [item, sessionId]);

  const move = (step: number) => {
    if (matches.length > 0) setPicked((current + step + matches.length) % matches.length);
  };
  const close = () => {
    closeFind();
    navigate({ sessionId, at, turn, view: 'chat' }, 'replace');
    document.querySelector<HTMLElement>('[aria-label="Messages"]')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) move(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  const count = matches.length === 0 ? 'No matches' : `${current + 1} of ${matches.length}`;
  return (
    <search className={styles.bar} onKeyDown={onKeyDown}>
      <input
        id={FIND_INPUT}
        type="search"
        aria-label="Find in the conversation"
        placeholder="Find in the conversation"
        value={text}
        // biome-ignore lint/a11y/noAutofocus: opened by the reader, to type
        autoFocus
        onChange={({ target }) => {
          setText(target.value);
          setPicked(null);
        }}
      />
      <span className={styles.count} role="status">
        {problem ?? (searched === '' ? '' : isSearching ? 'Searching …' : count)}
      </span>
      <IconButton label="Previous match" disabled={matches.length === 0} onClick={() => move(-1)}>
        <Icon name="up" />
      </IconButton>
      <IconButton label="Next match" disabled={matches.length === 0} onClick={() => move(1)}>
        <Icon name="down" />
      </IconButton>
      <IconButton label="Close the search" onClick={close}>
        <Icon name="close" />
      </IconButton>
    </search>
  );
}
