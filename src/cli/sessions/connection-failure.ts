import { type ConnectionState, type GreenroomClient, GreenroomError } from '../../client/index.js';
import { paint } from '../terminal/paint.js';

/**
 * Says on standard error when the connection is lost and when it is back. Rejects if there will be none again, for instance
 * since the token was revoked.
 */
export function connectionFailure(client: GreenroomClient): Promise<never> {
  return new Promise((_, reject) => {
    let isLost = false;
    client.onState((state: ConnectionState) => {
      if (state.status === 'refused') reject(new GreenroomError(state.problem));
      if (state.status === 'offline' && !isLost) {
        isLost = true;
        notice(`the connection is lost (${state.reason}); waiting for the daemon`);
      }
      if (state.status === 'online' && isLost) {
        isLost = false;
        notice('connected again');
      }
    });
  });
}

function notice(text: string): void {
  console.error(paint('dim', `greenroom: ${text}`, process.stderr));
}
