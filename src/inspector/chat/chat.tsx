import { type KeyboardEvent, useState } from 'react';
import type { SessionInfo } from '../../client/index.js';
import { FindBar } from '../find/find-bar.js';
import { RequestDock } from '../requests/dock.js';
import { useSession, useSessionValue, useTranscript } from '../session/use-session.js';
import { navigate } from '../shell/route.js';
import { Alert } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { useAction } from '../ui/use-action.js';
import styles from './chat.module.css';
import { Composer } from './composer/composer.js';
import { Folds, FoldsContext } from './folds.js';
import { ChatHeader } from './header.js';
import { PinnedPlan } from './items/pinned-plan.js';
import { Conversation } from './list/conversation.js';
import { Queue } from './queue/queue.js';
import { TranscriptContext } from './transcript-context.js';

/** The open session's conversation, now or in the past. `session` comes from the session list, if it is there. */
export function Chat({ session: listed }: { session: SessionInfo | null }) {
  const { handle, sessionId } = useSession();
  const known = useSessionValue((store) => store.session);
  const isRunning = useSessionValue((store) => store.transcript.turn !== null);
  const { transcript, at } = useTranscript();
  const { problem, run } = useAction();
  const [folds] = useState(() => new Folds());
  const session = listed ?? known;
  const interrupt = () => void run(() => handle.interrupt());
  const onKeyDown = (event: KeyboardEvent) => {
    const isInField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key !== 'Escape' || !isRunning || isInField || event.defaultPrevented) return;
    // In a dialog, Escape closes the dialog.
    if (!document.querySelector('dialog[open]')) interrupt();
  };
  return (
    <TranscriptContext value={transcript}>
      <FoldsContext value={folds}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the elements inside */}
        <div className={styles.chat} onKeyDown={onKeyDown}>
          <ChatHeader session={session} />
          {at !== null && (
            <div className={styles.past} role="status">
              <span>Viewing event {at}</span>
              <Button onClick={() => navigate({ sessionId, view: 'timeline' })}>Back to now</Button>
            </div>
          )}
          <FindBar />
          <Conversation />
          <Alert className={styles.alert} message={problem} />
          <PinnedPlan />
          <RequestDock />
          <Queue session={session} />
          <Composer session={session} onInterrupt={interrupt} />
        </div>
      </FoldsContext>
    </TranscriptContext>
  );
}
