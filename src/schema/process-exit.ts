import type { Stderr } from './event.js';

/** How an agent's process ended. */
export interface ProcessExit {
  /** null if it was ended by a signal. */
  code: number | null;
  signal: string | null;
  stderr: Stderr;
  /** Set if it never ran (not executable, missing folder). */
  failure?: string;
  /** Set if the daemon ended it without ending the session. */
  because?: 'interrupt_ignored' | 'daemon_stopping' | 'start_timeout' | 'reconfigured';
}
