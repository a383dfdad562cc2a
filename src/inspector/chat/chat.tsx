import { type KeyboardEvent, useState } from 'react';
import type { SessionInfo } from '../../client/index.js';
import { RequestDock } from '../requests/dock.js';
import { useSession, useSessionValue, useTranscript } from '../session/use-session.js';
import { navigate } from '../shell/route.js';
import { Button } from '../ui/button.js';
import styles from './chat.module.css';
import { Composer } from './composer/composer.js';
import { Folds, FoldsContext } from './folds.js';
import { ChatHeader } from './header.js';
import { Conversation } from './list/conversation.js';
import { TranscriptContext } from './transcript-context.js';
import { useAttempt } from './use-attempt.js';

/** The conversation of the open session, now or as it was. `session` is what the list knows of it. */
export function Chat({ session: listed }: { session: SessionInfo | null }) {
  const { client, sessionId } = useSession();
  const known = useSessionValue((store) => store.session);
  const isRunning = useSessionValue((store) => store.transcript.turn !== null);
  const { transcript, at } = useTranscript();
  const { problem, attempt } = useAttempt();
  const [folds] = useState(() => new Folds());
  const session = listed ?? known;
  const interrupt = () => void attempt(() => client.interrupt(sessionId));
  const onKeyDown = (event: KeyboardEvent) => {
    const isElsewhere = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key !== 'Escape' || !isRunning || isElsewhere || event.defaultPrevented) return;
    // A dialog has a use for it too.
    if (!document.querySelector('dialog[open]')) interrupt();
  };
  return (
    <TranscriptContext value={transcript}>
      <FoldsContext value={folds}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a key for all that is inside */}
        <div className={styles.chat} onKeyDown={onKeyDown}>
          <ChatHeader session={session} />
          {at !== null && (
            <div className={styles.past} role="status">
              <span>As it was after event {at}</span>
              <Button onClick={() => navigate({ sessionId, view: 'timeline' })}>Back to now</Button>
            </div>
          )}
          <Conversation />
          {problem && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
          <RequestDock />
          <Composer session={session} onInterrupt={interrupt} />
        </div>
      </FoldsContext>
    </TranscriptContext>
  );
}
