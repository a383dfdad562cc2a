import type { AgentRunner } from './agent-runner.js';
import type { Intake } from './intake.js';
import { Overrun } from './overrun.js';
import type { SessionDeps } from './session-deps.js';

/** What is created later than the bound. */
export interface OverrunParts {
  runner(): Pick<AgentRunner, 'isShared' | 'untranslated'>;
  intake(): Pick<Intake, 'takeOwn'>;
}

/** The bound on what one session may have waiting to be stored. */
export function sessionOverrun(
  session: { id: string; context: { turn: { id: string } | null } },
  { committer, limits }: Pick<SessionDeps, 'committer' | 'limits'>,
  { runner, intake }: OverrunParts,
): Overrun {
  return new Overrun({
    limit: limits.uncommittedChars,
    isShared: () => runner().isShared,
    uncommitted: () => committer.uncommitted(session.id) + runner().untranslated,
    turn: () => session.context.turn?.id ?? null,
    onError: (error) => intake().takeOwn(error),
  });
}
