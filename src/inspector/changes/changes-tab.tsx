import { useRef, useState } from 'react';
import { useSession, useSessionValue } from '../session/use-session.js';
import { useRefusal } from '../shell/own-token.js';
import { navigate, useRoute } from '../shell/route.js';
import { Alert } from '../ui/alert.js';
import { toggledIn } from '../ui/toggled-in.js';
import { ChangedFile } from './changed-file.js';
import styles from './changes.module.css';
import { useComments } from './comments.js';
import { FileList } from './file-list.js';
import { SendComments } from './send-comments.js';
import { editingTurns } from './turn-labels.js';
import { useChanges } from './use-changes.js';

/** Diffs that are open without being asked for, in lines. */
const MOST_OPEN_LINES = 1500;

/** What the session, or one of its turns, has changed: a diff per file, with comments for the agent. */
export default function ChangesTab() {
  const { sessionId, transcript } = useSession();
  const { turn } = useRoute();
  const whole = useChanges(null);
  const ofTurn = useChanges(turn ?? undefined);
  const { changes, problem } = turn === null ? whole : ofTurn;
  const comments = useComments(sessionId);
  const isEnded = useSessionValue((store) => store.transcript.ended !== null);
  const mayComment = useRefusal('send') === null && !isEnded;
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const diffs = useRef<HTMLDivElement>(null);
  const files = changes?.files ?? [];
  const open = openAtFirst(files);
  const isOpen = (path: string) => open.has(path) !== toggled.has(path);
  const toggle = (path: string) => setToggled((now) => toggledIn(now, path));
  const show = (path: string) => {
    if (!isOpen(path)) toggle(path);
    const file = diffs.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
    file?.scrollIntoView({ block: 'start' });
    file?.querySelector('button')?.focus({ preventScroll: true });
  };
  const pickTurn = (turn: string) => navigate({ sessionId, view: 'changes', turn: turn || null }, 'replace');
  const turns = whole.changes ? editingTurns(whole.changes, transcript) : [];
  return (
    <div className={styles.changes}>
      <div className={styles.head}>
        <label>
          <span className="visually-hidden">Changes of</span>
          <select value={turn ?? ''} onChange={({ target }) => pickTurn(target.value)}>
            <option value="">Whole session</option>
            {turns.map(({ turnId, label }) => (
              <option key={turnId} value={turnId}>
                {label}
              </option>
            ))}
            {turn !== null && !turns.some(({ turnId }) => turnId === turn) && (
              <option value={turn}>This turn</option>
            )}
          </select>
        </label>
        <Totals files={files} />
      </div>
      <Alert message={problem} />
      {changes && files.length === 0 && (
        <p className={styles.none}>
          No files changed. Edits of the agent appear here; what its commands change does not.
        </p>
      )}
      {!changes && !problem && <p className={styles.none}>Loading …</p>}
      {files.length > 0 && <FileList files={files} onPick={show} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be focusable */}
      <section className={styles.diffs} ref={diffs} aria-label="Diffs" tabIndex={0}>
        {files.map((change) => (
          <ChangedFile
            key={change.path}
            change={change}
            comments={comments.filter(({ path }) => path === change.path)}
            mayComment={mayComment}
            isOpen={isOpen(change.path)}
            onToggle={() => toggle(change.path)}
          />
        ))}
      </section>
      {comments.length > 0 && mayComment && <SendComments comments={comments} />}
    </div>
  );
}

type Files = readonly { path: string; added: number; removed: number }[];

function Totals({ files }: { files: Files }) {
  if (files.length === 0) return null;
  const sum = (key: 'added' | 'removed') => files.reduce((total, file) => total + file[key], 0);
  return (
    <span className={styles.totals}>
      {files.length === 1 ? '1 file' : `${files.length} files`}
      <span className={styles.counts}>
        <span data-type="add">+{sum('added')}</span>
        <span data-type="del">−{sum('removed')}</span>
      </span>
    </span>
  );
}

/** The first files, until there are many lines. */
function openAtFirst(files: Files): Set<string> {
  const open = new Set<string>();
  let lines = 0;
  for (const { path, added, removed } of files) {
    lines += added + removed;
    if (lines > MOST_OPEN_LINES && open.size > 0) break;
    open.add(path);
  }
  return open;
}
