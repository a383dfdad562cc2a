import { GreenroomError, type SentMessage, type TurnOutcome } from '../../client/index.js';
import { EXIT, type ExitCode } from '../exit-codes.js';

/** `detached`: by the user; `ended`: the session, before the turn was over; `lost`: nobody knows. */
export type RunEnd = TurnOutcome | 'needsAnswer' | 'detached' | 'ended' | 'lost';

export const exitCodes: Readonly<Record<RunEnd, ExitCode>> = {
  completed: EXIT.success,
  error: EXIT.turnFailed,
  interrupted: EXIT.interrupted,
  refused: EXIT.turnRefused,
  max_turns: EXIT.turnLimit,
  needsAnswer: EXIT.needsAnswer,
  detached: EXIT.detached,
  ended: EXIT.turnFailed,
  lost: EXIT.failure,
};

/** How the turn of a message ended. */
export async function outcomeOf(sent: SentMessage): Promise<RunEnd> {
  try {
    return (await sent).outcome;
  } catch (error) {
    if (GreenroomError.is(error, 'session_ended')) return 'ended';
    throw error;
  }
}
