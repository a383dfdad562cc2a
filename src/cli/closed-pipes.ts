import { EXIT } from './exit-codes.js';

/** `exit`: there is no point in going on when nobody reads the output. */
export type Closing = 'exit' | 'ignore';

/** Handles readers that go away, as in `greenroom ls | head -1`, which would be a crash with a stack trace. */
export function closedPipes(closing: Closing): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      if (closing === 'exit') process.exit(EXIT.closedPipe);
    });
}
