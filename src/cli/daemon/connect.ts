import type { ConnectionState, GreenroomClient } from '../../client/index.js';
import { exitCodeOfStatus } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import { verbose } from '../terminal/verbose.js';
import { UsageError } from '../usage-error.js';
import type { DaemonFlags } from './daemon-flags.js';
import { findDaemon } from './find-daemon.js';

/** A client of the daemon that the flags name, or that runs on the data folder. It is connected; the caller closes it. */
export async function connect(flags: DaemonFlags): Promise<GreenroomClient> {
  const { url, token } = await findDaemon(flags);
  verbose(`connecting to ${url}${token === null ? ' without a token' : ''}`);
  const [{ GreenroomClient }, { transportTo }] = await Promise.all([
    import('../../client/index.js'),
    import('./transport.js'),
  ]);
  const client = new GreenroomClient({ token, ...transportTo(url) });
  try {
    await online(client, url, token !== null);
  } catch (error) {
    client.close();
    throw error;
  }
  return client;
}

/** Connects, works, and closes the client whatever happens. */
export async function withClient<T>(
  flags: DaemonFlags,
  work: (client: GreenroomClient) => Promise<T>,
): Promise<T> {
  const client = await connect(flags);
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

/** Of the first attempt: a command that waits for a daemon that is not there helps nobody. */
function online(client: GreenroomClient, url: string, hasToken: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = (state: ConnectionState) => {
      if (state.status === 'online') resolve();
      if (state.status === 'refused') {
        const { detail, status } = state.problem;
        reject(
          new UsageError(status === 401 ? unauthorized(url, hasToken) : detail, exitCodeOfStatus(status)),
        );
      }
      if (state.status === 'offline')
        reject(
          new UsageError(
            `cannot reach the daemon at ${url} (${state.reason}); is it running? Start one with: greenroom up`,
            EXIT.unreachable,
          ),
        );
    };
    const stop = client.onState((state) => {
      check(state);
      stop();
    });
    check(client.state);
  });
}

function unauthorized(url: string, hasToken: boolean): string {
  if (hasToken) return `the daemon at ${url} does not accept this token`;
  return `the daemon at ${url} requires a token; name it with --token or GREENROOM_TOKEN`;
}
