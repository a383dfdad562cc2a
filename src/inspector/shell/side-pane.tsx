import { type KeyboardEvent, useRef } from 'react';
import { MachineTab } from '../machine/machine-tab.js';
import { RawTab } from '../raw/raw-tab.js';
import { useSession } from '../session/use-session.js';
import { TimelineTab } from '../timeline/timeline-tab.js';
import { navigate, type Tab, useRoute } from './route.js';
import styles from './side-pane.module.css';

const tabs: [Tab, string, () => React.ReactNode][] = [
  ['machine', 'Machine', MachineTab],
  ['timeline', 'Timeline', TimelineTab],
  ['raw', 'Raw', RawTab],
];

export function SidePane({ tab }: { tab: Tab }) {
  const { sessionId } = useSession();
  const { at } = useRoute();
  const list = useRef<HTMLDivElement>(null);
  const Content = tabs.find(([id]) => id === tab)![2];

  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const index = (tabs.findIndex(([id]) => id === tab) + by + tabs.length) % tabs.length;
    navigate({ sessionId, view: tabs[index]![0], at }, 'replace');
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };
  return (
    <div className={styles.pane}>
      <div className={styles.tabs} role="tablist" aria-label="Inside the session" ref={list} onKeyDown={move}>
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
      <div className={styles.panel} role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>
        <Content />
      </div>
    </div>
  );
}
