import { type FormEvent, useState } from 'react';
import type { SessionInfo } from '../../../client/index.js';
import { useConnection } from '../../../client/react/index.js';
import { useSession, useSessionValue } from '../../session/use-session.js';
import { useCapabilities } from '../../sessions/use-agents.js';
import { useRefusal } from '../../shell/own-token.js';
import { returnToNow } from '../../shell/route.js';
import { Alert } from '../../ui/alert.js';
import { Button, IconButton } from '../../ui/button.js';
import { Icon } from '../../ui/icon.js';
import { useAction } from '../../ui/use-action.js';
import { runningThreads } from '../threads/running-threads.js';
import { Attachments, PathInput } from './attachments.js';
import styles from './composer.module.css';
import { emptyDraft, useDraft } from './drafts.js';
import { FilePicker } from './file-picker.js';
import { attachFiles, attachPath, detach, revokePreviews } from './files.js';
import { MessageField } from './message-field.js';
import { type SendMode, SendModePicker } from './send-mode-picker.js';
import { SettingChips } from './setting-chips.js';
import { useDrop } from './use-drop.js';

const labels: Record<SendMode, string> = { queue: 'Queue', steer: 'Steer', interrupt: 'Interrupt' };

/** The message form, with what it is sent with. */
export function Composer({ session, onInterrupt }: { session: SessionInfo | null; onInterrupt(): void }) {
  const { handle, sessionId } = useSession();
  const isEnded = useSessionValue(({ transcript }) => transcript.ended !== null);
  const isRunning = useSessionValue(({ transcript }) => transcript.turn !== null);
  const isOnline = useConnection().status === 'online';
  const capabilities = useCapabilities(session?.agent ?? null);
  const canSteer = capabilities?.steer ?? false;
  const hasThreads = useSessionValue(({ transcript }) => runningThreads(transcript) > 0);
  const canStopThreads = !isRunning && hasThreads && capabilities?.interruptThread === true;
  const [draft, setDraft] = useDraft(sessionId);
  /** Whether somebody is about to write. */
  const [isWanted, setWanted] = useState(false);
  const [isAttaching, setAttaching] = useState(false);
  const [chosen, setChosen] = useState<SendMode>('queue');
  const refusal = useRefusal('send');
  const { problem, run } = useAction();
  const mode: SendMode = chosen === 'steer' && !canSteer ? 'queue' : chosen;
  // A file that failed to upload must be removed first, so that none is omitted silently.
  const isUploaded = draft.files.every(({ attachment }) => attachment !== null);
  const canSend = isOnline && isUploaded && draft.text.trim() !== '';
  const attach = (files: Iterable<File>) => attachFiles(handle, files);
  const isDragOver = useDrop(attach, !isEnded && refusal === null);

  const send = async () => {
    if (!canSend) return;
    const sent = draft;
    setDraft(emptyDraft);
    setAttaching(false);
    const attachments = sent.files.flatMap(({ attachment }) => attachment ?? []);
    const whenBusy = isRunning ? mode : 'queue';
    const isSent = await run(() => handle.send(sent.text.trim(), { attachments, whenBusy }).accepted);
    // The answer is not in the past.
    if (isSent) returnToNow();
    // Restore a draft that could not be sent, unless a new one was started meanwhile.
    setDraft((now) => {
      if (!isSent && now.text === '' && now.files.length === 0) return sent;
      revokePreviews(sent.files);
      return now;
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  if (isEnded) return null;
  if (refusal !== null) return <p className={styles.composer}>{refusal}.</p>;
  return (
    <form
      className={styles.composer}
      onSubmit={submit}
      onFocus={() => setWanted(true)}
      onPointerEnter={() => setWanted(true)}
      data-drag-over={isDragOver}
    >
      <Alert message={problem} />
      <MessageField
        text={draft.text}
        placeholder={isRunning ? 'Write the next message …' : 'Message the agent …'}
        onChange={(text) => setDraft((now) => ({ ...now, text }))}
        onSend={() => void send()}
        onFiles={attach}
      />
      <Attachments files={draft.files} onRemove={(file) => detach(sessionId, file)} />
      {isAttaching && <PathInput onAdd={(path) => attachPath(sessionId, path)} />}
      <div className={styles.tools}>
        <FilePicker isOnline={isOnline} onFiles={attach} />
        <IconButton
          label="Attach a file by path"
          aria-expanded={isAttaching}
          onClick={() => setAttaching((now) => !now)}
        >
          <Icon name="file" />
        </IconButton>
        {session && <SettingChips session={session} isDisabled={!isOnline} isWanted={isWanted} run={run} />}
        {isRunning && <SendModePicker mode={mode} canSteer={canSteer} onChange={setChosen} />}
        <span className={styles.buttons}>
          {isRunning && (
            <Button onClick={onInterrupt} aria-keyshortcuts="Escape" title="Stop the turn (Esc)">
              <Icon name="stop" /> Stop
            </Button>
          )}
          {canStopThreads && (
            <Button onClick={onInterrupt}>
              <Icon name="stop" /> Stop sub-agents
            </Button>
          )}
          <Button kind="primary" type="submit" disabled={!canSend}>
            {isRunning ? labels[mode] : 'Send'}
          </Button>
        </span>
      </div>
    </form>
  );
}
