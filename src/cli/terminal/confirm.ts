import { createInterface } from 'node:readline/promises';
import { EXIT } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';

/** Asks in a terminal. Elsewhere nobody can be asked, so it takes a flag. */
export async function confirmed(question: string, flag: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new UsageError(`${question} Without a terminal, confirm with ${flag}`, EXIT.usage);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const interrupted = new AbortController();
  terminal.once('SIGINT', () => process.exit(EXIT.interrupted));
  terminal.once('close', () => interrupted.abort());
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal: interrupted.signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch (error) {
    // The input has ended.
    if (interrupted.signal.aborted) return false;
    throw error;
  } finally {
    terminal.close();
  }
}
