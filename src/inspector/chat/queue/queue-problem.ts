import { GreenroomError } from '../../../client/index.js';

/** Why a queued message could not be changed. */
export function queueProblem(error: Error): string {
  switch (error instanceof GreenroomError && error.kind) {
    case 'revision_mismatch':
      return 'The message was changed elsewhere meanwhile. Look at it as it is now and try again.';
    case 'message_delivered':
      return 'The message has already been sent to the agent.';
    case 'not_found':
      return 'The message is no longer in the queue.';
    default:
      return error.message;
  }
}
