import { isatty } from 'node:tty';
import { ignoresHangup } from './hangup.js';

/** The first signal shuts down gracefully, the second exits at once. A closed terminal is a signal, too. */
export function stopOnSignals(stopDaemon: () => Promise<void>): void {
  const terminals = [0, 1, 2].filter(isatty);
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stopDaemon().then(
      () => exit(terminals),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', ignoresHangup() ? () => {} : () => isStopping || stop());
}

/** Node crashes if it exits after its terminal is gone, so the signal that came with that ends it. */
function exit(terminals: readonly number[]): void {
  if (terminals.every(isatty)) process.exit(0);
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
