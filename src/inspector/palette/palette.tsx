import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import type { SessionInfo } from '../../client/index.js';
import type { SessionStore } from '../../client/react/index.js';
import { useNotificationsState } from '../notifications/wanted.js';
import { useAgents } from '../sessions/use-agents.js';
import { useTextSearch } from '../sessions/use-text-search.js';
import { useRefusal } from '../shell/own-token.js';
import { Dialog } from '../ui/dialog.js';
import { type Command, commandsOf, matching } from './commands.js';
import styles from './palette.module.css';

/** More are found by typing on. */
const MOST_SHOWN = 50;

export interface PaletteProps {
  sessions: readonly SessionInfo[];
  store: SessionStore | null;
  onCreate(agent: string | null): void;
  onKeys(): void;
  onClose(): void;
}

/** Finds sessions and commands by name. */
export function Palette({ sessions, store, onCreate, onKeys, onClose }: PaletteProps) {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState(0);
  const { agents } = useAgents();
  const notifications = useNotificationsState();
  const mayCreate = useRefusal('send') === null;
  const wanted = useDeferredValue(text.trim());
  const inText = useTextSearch(wanted);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const deps = { agents: agents ?? [], store, notifications, mayCreate, onCreate, onKeys };
  const named = matching(commandsOf({ ...deps, sessions }), wanted);
  const known = new Set(named.map((command) => command.id));
  const said = commandsOf({ ...deps, sessions: inText.sessions }).filter(
    (command) => command.group === 'Sessions' && !known.has(command.id),
  );
  const shown = [...named, ...said].slice(0, MOST_SHOWN);
  const at = Math.min(picked, Math.max(shown.length - 1, 0));
  useEffect(() => {
    list.current?.querySelector(`[data-index="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') run(shown[at]);
    else if (step !== undefined && shown.length > 0) setPicked((at + step + shown.length) % shown.length);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        className={styles.input}
        type="text"
        role="combobox"
        aria-label="Search sessions and commands"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={shown[at] ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="A session, an action, a setting, an agent …"
        value={text}
        data-first
        onChange={({ target }) => {
          setText(target.value);
          setPicked(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.options} role="listbox" id={id} aria-label="Results" ref={list} tabIndex={-1}>
        {shown.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input
          <div
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            data-index={index}
            onPointerMove={() => setPicked(index)}
            onClick={() => run(command)}
          >
            <span className={styles.name}>{command.name}</span>
            <small>{command.detail}</small>
            <span className={styles.group}>{command.group}</span>
          </div>
        ))}
      </div>
      {shown.length === 0 && (
        <p className={styles.none} role="status">
          {inText.isSearching ? 'Searching …' : 'Nothing found'}
        </p>
      )}
    </Dialog>
  );
}
