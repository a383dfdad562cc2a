import type { Run } from './run.js';
import { outcomeOf, type RunEnd } from './run-end.js';
import { Unattended } from './unattended.js';

const warn = (message: string) => console.error(`greenroom: ${message}`);

/** Prints the events of a turn, one JSON object per line. */
export async function runWithEvents({ client, session, after, flags, send }: Run): Promise<RunEnd> {
  const unattended = new Unattended({
    session,
    onRequest: flags.onRequest ?? 'fail',
    warn,
  });
  let lost!: (end: RunEnd) => void;
  const over = new Promise<RunEnd>((resolve) => {
    lost = resolve;
  });
  const subscription = session.subscribe(
    {
      event: (event) => {
        process.stdout.write(`${JSON.stringify(event)}\n`);
        unattended.take(event);
      },
      failed: (error) => {
        warn(error.message);
        lost('lost');
      },
    },
    { after },
  );
  const stopWatching = client.onState((state) => {
    if (state.status === 'offline') warn(`no connection (${state.reason}); trying again`);
  });
  let interrupts = 0;
  const interrupt = () => {
    if (interrupts++ > 0) return lost('detached');
    session.interrupt().catch((error: Error) => warn(error.message));
  };
  process.on('SIGINT', interrupt);
  try {
    if (after > 0) await unattended.takeEarlier();
    return await Promise.race([outcomeOf(send()), unattended.failed, over]);
  } finally {
    process.off('SIGINT', interrupt);
    stopWatching();
    subscription.close();
  }
}
