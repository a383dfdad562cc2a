import type { SessionInfo } from '../../client/index.js';
import { useGreenroom } from '../../client/react/index.js';
import { useRefusal } from '../shell/own-token.js';
import { navigate } from '../shell/route.js';
import { Alert } from '../ui/alert.js';
import { IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { useAction } from '../ui/use-action.js';
import { nameOf } from './format.js';
import { useCapabilities } from './use-agents.js';

/** Resumes a session that has ended, or forks any, as a new session. Absent where the agent can do neither. */
export function ContinueButtons({ session }: { session: SessionInfo }) {
  const client = useGreenroom();
  const { isBusy, problem, run } = useAction();
  const capabilities = useCapabilities(session.agent);
  const mayCreate = useRefusal('send') === null;
  // Without a native id there is nothing to go on with.
  if (!mayCreate || !capabilities || session.nativeSessionId === null) return null;
  const { agent, sessionId: resume, directory } = session;
  const go = (fork: boolean) =>
    void run(async () => {
      const title = fork ? `${nameOf(session)} (fork)` : nameOf(session);
      const where = directory === null ? {} : { directory };
      const { created } = await client.sessions.create({ agent, resume, fork, title, ...where });
      navigate({ sessionId: created.sessionId });
    });
  return (
    <>
      {session.ended && capabilities.resume && (
        <IconButton label={`Resume ${nameOf(session)}`} disabled={isBusy} onClick={() => go(false)}>
          <Icon name="retry" />
        </IconButton>
      )}
      {capabilities.fork && (
        <IconButton label={`Fork ${nameOf(session)}`} disabled={isBusy} onClick={() => go(true)}>
          <Icon name="fork" />
        </IconButton>
      )}
      <Alert message={problem} />
    </>
  );
}
