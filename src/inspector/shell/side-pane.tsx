import { type ComponentType, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { useSession } from '../session/use-session.js';
import { IconButton } from '../ui/button.js';
import { navigate, type Tab, useRoute } from './route.js';
import styles from './side-pane.module.css';

// Loaded lazily, so that the conversation does not wait for the state machine.
const tabs: [Tab, string, ComponentType][] = [
  ['machine', 'Machine', lazy(() => import('../machine/machine-tab.js'))],
  ['changes', 'Changes', lazy(() => import('../changes/changes-tab.js'))],
  ['timeline', 'Timeline', lazy(() => import('../timeline/timeline-tab.js'))],
  ['raw', 'Raw', lazy(() => import('../raw/raw-tab.js'))],
];

export function SidePane({ tab }: { tab: Tab }) {
  const { sessionId } = useSession();
  const { at } = useRoute();
  const list = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(false);
  const Content = tabs.find(([id]) => id === tab)![2];

  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const index = (tabs.findIndex(([id]) => id === tab) + by + tabs.length) % tabs.length;
    navigate({ sessionId, view: tabs[index]![0], at }, 'replace');
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };
  return (
    <div className={styles.pane} data-wide={isWide}>
      <div className={styles.top}>
        <div className={styles.tabs} role="tablist" aria-label="Session details" ref={list} onKeyDown={move}>
          {tabs.map(([id, name]) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`tab-${id}`}
              aria-selected={id === tab}
              aria-controls="tab-panel"
              tabIndex={id === tab ? 0 : -1}
              onClick={() => navigate({ sessionId, view: id, at }, 'replace')}
            >
              {name}
            </button>
          ))}
        </div>
        <IconButton
          label={isWide ? 'Collapse' : 'Expand'}
          aria-pressed={isWide}
          onClick={() => setWide(!isWide)}
        >
          {isWide ? '⇥' : '⇤'}
        </IconButton>
      </div>
      <div className={styles.panel} role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>
        <Suspense>
          <Content />
        </Suspense>
      </div>
    </div>
  );
}
