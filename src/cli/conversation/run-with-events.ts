import type { Run } from './run.js';
import { outcomeOf, type RunEnd } from './run-end.js';
import { Unattended } from './unattended.js';

/** Prints the events of a turn, one JSON object per line. */
export async function runWithEvents({ session, after, flags, send }: Run): Promise<RunEnd> {
  const unattended = new Unattended({
    session,
    onRequest: flags.onRequest ?? 'fail',
    warn: (message) => console.error(`greenroom: ${message}`),
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
        console.error(`greenroom: ${error.message}`);
        lost('lost');
      },
    },
    { after },
  );
  let interrupts = 0;
  const interrupt = () => {
    if (interrupts++ > 0) return lost('detached');
    session.interrupt().catch((error: Error) => console.error(`greenroom: ${error.message}`));
  };
  process.on('SIGINT', interrupt);
  try {
    return await Promise.race([outcomeOf(send()), unattended.failed, over]);
  } finally {
    process.off('SIGINT', interrupt);
    subscription.close();
  }
}
