import { IconButton } from '../ui/button.js';
import { changePane, type Pane, usePanes } from './panes.js';

const names: Record<Pane, string> = { sessions: 'session list', side: 'details' };
const signs: Record<Pane, string> = { sessions: '◧', side: '◨' };

/** Hides and shows a pane. */
export function PaneToggle({ pane }: { pane: Pane }) {
  const { isHidden } = usePanes()[pane];
  return (
    <IconButton
      label={`${isHidden ? 'Show' : 'Hide'} the ${names[pane]}`}
      aria-pressed={!isHidden}
      onClick={() => changePane(pane, { isHidden: !isHidden })}
    >
      {signs[pane]}
    </IconButton>
  );
}
