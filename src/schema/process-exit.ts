import type { Stderr } from './event.js';

/** How an agent's process ended. */
export interface ProcessExit {
  /** null if it was ended by a signal. */
  code: number | null;
  signal: string | null;
  stderr: Stderr;
  /** Why it never ran (not executable, missing folder), was never ready, or could not be talked to any more. */
  failure?: string;
  /** Set if the daemon ended it without ending the session. */
  because?: 'interrupt_ignored' | 'daemon_stopping' | 'start_timeout' | 'reconfigured' | 'yielded';
}
