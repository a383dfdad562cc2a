import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import type { SessionInfo } from '../../../client/index.js';
import { useSession, useSessionValue } from '../../session/use-session.js';
import { useCapabilities } from '../../sessions/use-agents.js';
import { useConnection } from '../../shell/client-context.js';
import { Button, IconButton } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';
import { useAttempt } from '../use-attempt.js';
import { Attachments, PathEntry } from './attachments.js';
import { BusyChoice, type How } from './busy-choice.js';
import styles from './composer.module.css';
import { emptied, useDraft } from './drafts.js';
import { FilePicker } from './file-picker.js';
import { attachFiles, attachPath, detach, release } from './files.js';
import { useDrop } from './use-drop.js';

const labels: Record<How, string> = { queue: 'Queue', steer: 'Steer', interrupt: 'Interrupt' };

/** Where messages are written. Enter sends, Shift+Enter begins a line. */
export function Composer({ session, onInterrupt }: { session: SessionInfo | null; onInterrupt(): void }) {
  const { client, sessionId } = useSession();
  const isEnded = useSessionValue(({ transcript }) => transcript.ended !== null);
  const isRunning = useSessionValue(({ transcript }) => transcript.turn !== null);
  const isOnline = useConnection().status === 'online';
  const canSteer = useCapabilities(session?.agent ?? null)?.steer ?? false;
  const [draft, setDraft] = useDraft(sessionId);
  const [isAttaching, setAttaching] = useState(false);
  const [chosen, setChosen] = useState<How>('queue');
  const { problem, attempt } = useAttempt();
  const id = useId();
  const how: How = chosen === 'steer' && !canSteer ? 'queue' : chosen;
  // A file that did not get there has to be removed first: nothing is left out without a word.
  const isComplete = draft.files.every(({ attachment }) => attachment !== null);
  const canSend = isOnline && isComplete && draft.text.trim() !== '';
  const attach = (files: Iterable<File>) => attachFiles(client, sessionId, files);
  const isOver = useDrop(attach, !isEnded);

  const send = async () => {
    if (!canSend) return;
    const sent = draft;
    setDraft(emptied);
    setAttaching(false);
    const attachments = sent.files.flatMap(({ attachment }) => attachment ?? []);
    const isDone = await attempt(() =>
      client.send(sessionId, { message: sent.text.trim(), attachments, whenBusy: isRunning ? how : 'queue' }),
    );
    // What could not be sent is not lost, unless something else was written meanwhile.
    setDraft((now) => {
      if (!isDone && now.text === '' && now.files.length === 0) return sent;
      release(sent.files);
      return now;
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    attach(event.clipboardData.files);
  };
  if (isEnded) return null;
  return (
    <form className={styles.composer} onSubmit={submit} data-over={isOver}>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <label className="visually-hidden" htmlFor={id}>
        Message
      </label>
      <textarea
        id={id}
        rows={2}
        placeholder={isRunning ? 'Write the next message …' : 'Message the agent …'}
        aria-describedby={`${id}-hint`}
        value={draft.text}
        onChange={({ target }) => setDraft((now) => ({ ...now, text: target.value }))}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <Attachments files={draft.files} onRemove={(file) => detach(sessionId, file)} />
      {isAttaching && <PathEntry onAdd={(path) => attachPath(sessionId, path)} />}
      <div className={styles.tools}>
        <FilePicker isOnline={isOnline} onFiles={attach} />
        <IconButton
          label="Attach a file by its path"
          aria-expanded={isAttaching}
          onClick={() => setAttaching((now) => !now)}
        >
          <Icon name="file" />
        </IconButton>
        {isRunning && <BusyChoice how={how} canSteer={canSteer} onChange={setChosen} />}
        {session !== null && session.queued > 0 && (
          <span className={styles.queued} role="status">
            {session.queued} queued
          </span>
        )}
        <span className={styles.hint} id={`${id}-hint`} data-quiet={isRunning}>
          Enter sends, Shift+Enter begins a line
        </span>
        <span className={styles.buttons}>
          {isRunning && (
            <Button onClick={onInterrupt} aria-keyshortcuts="Escape" title="Stop the turn (Esc)">
              <Icon name="stop" /> Stop
            </Button>
          )}
          <Button kind="primary" type="submit" disabled={!canSend}>
            {isRunning ? labels[how] : 'Send'}
          </Button>
        </span>
      </div>
    </form>
  );
}
