import { findBubblewrap } from './bubblewrap.js';
import { type Isolation, isolationBy, noIsolation, trialArguments } from './isolation.js';

/** `process` is used where it works; `strict` and `require` (which is `process`) insist on it. */
export type IsolateSetting = 'process' | 'strict' | 'off' | 'require';

/** The daemon was told to isolate agents, and cannot. */
export class IsolationError extends Error {
  override name = 'IsolationError';
}

export interface OpenIsolationOptions {
  setting: IsolateSetting;
  dataFolder: string;
  /** Other files that agents must not read. */
  hidden?: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Called with what the user should know: agents run without isolation, and what would change that. */
  warn(message: string): void;
}

/** Finds out how agents can be isolated, once per daemon. */
export async function openIsolation({
  setting,
  dataFolder,
  hidden = [],
  env,
  warn,
}: OpenIsolationOptions): Promise<Isolation> {
  if (setting === 'off') return noIsolation;
  const mode = setting === 'strict' ? 'strict' : 'process';
  const found = await findBubblewrap(env, trialArguments(mode, dataFolder, env));
  if (found.path !== null) return isolationBy(found.path, mode, dataFolder, hidden);
  if (setting !== 'process') throw new IsolationError(`agents cannot be isolated: ${found.why}`);
  warn(
    `Agents run without isolation: a command that one of them runs can read this daemon's token and approve requests. ${found.why}`,
  );
  return noIsolation;
}
