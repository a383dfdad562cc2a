import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import styles from './palette.module.css';

const keys: [where: string, [keys: string, action: string][]][] = [
  [
    'Anywhere',
    [
      ['Ctrl+K', 'Go to a session, or run a command'],
      ['Ctrl+F', 'Find in the conversation; twice for the search of the browser'],
      ['?', 'This list'],
    ],
  ],
  [
    'Conversation',
    [
      ['Enter', 'Send'],
      ['Shift+Enter', 'New line'],
      ['Esc', 'Stop the turn'],
      ['Home, End', 'First and latest message'],
    ],
  ],
  [
    'Find',
    [
      ['Enter', 'Next match'],
      ['Shift+Enter', 'Previous match'],
      ['Esc', 'Close'],
    ],
  ],
  [
    'Sessions',
    [
      ['↑ ↓', 'Previous and next session'],
      ['Enter', 'Open'],
      ['Delete', 'Delete'],
    ],
  ],
  [
    'Changes',
    [
      ['↑ ↓', 'Previous and next line'],
      ['Enter', 'Comment on the line'],
      ['Ctrl+Enter', 'Add the comment'],
    ],
  ],
];

export function KeySheet({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keyboard shortcuts" isLarge onClose={onClose}>
      <div className={styles.sheet}>
        {keys.map(([where, list]) => (
          <section key={where} aria-label={where}>
            <h3>{where}</h3>
            <dl>
              {list.map(([key, action]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{action}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={styles.mac}>On a Mac, ⌘ does the same as Ctrl.</p>
      <Button onClick={onClose}>Close</Button>
    </Dialog>
  );
}
