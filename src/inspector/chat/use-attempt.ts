import { useState } from 'react';

/** Calls the daemon, and keeps what it said where it refused. Tells whether it went well. */
export function useAttempt() {
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = async (call: () => Promise<unknown>): Promise<boolean> => {
    setProblem(null);
    try {
      await call();
      return true;
    } catch (error) {
      setProblem((error as Error).message);
      return false;
    }
  };
  return { problem, attempt };
}
