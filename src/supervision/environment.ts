import { commonVariables } from './common-variables.js';
import { type Mark, markVariables } from './marker.js';

/** Which variables of the daemon's environment an agent gets, besides those that every program needs. */
export interface PassedVariables {
  /** `*` at the end of a name stands for any ending, and alone for all names. */
  names: readonly string[];
  /**
   * Variables that agents set for the processes they start. If the daemon was itself started by an agent, passing them
   * on would make the new agent believe that it is nested.
   */
  hidden: ReadonlySet<string>;
}

/** Set by several agents for the processes that they start. */
const SHARED_AGENT_VARIABLE = 'AI_AGENT';

/** The environment of an agent: its part of the daemon's, then the session's, then the mark. */
export function agentEnvironment(
  daemonEnv: NodeJS.ProcessEnv,
  { names, hidden }: PassedVariables,
  sessionEnv: Readonly<Record<string, string>>,
  mark: Mark,
): Record<string, string> {
  const isPassed = matcher([...commonVariables, ...names]);
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(daemonEnv)) {
    // The daemon's own settings are among these; one of them is its token.
    const isHidden = name.startsWith('GREENROOM_') || name === SHARED_AGENT_VARIABLE || hidden.has(name);
    if (value !== undefined && !isHidden && isPassed(name)) env[name] = value;
  }
  // The mark comes last: a session must not be able to hide its processes.
  return Object.assign(env, sessionEnv, markVariables(mark));
}

function matcher(patterns: readonly string[]): (name: string) => boolean {
  const names = new Set(patterns);
  const beginnings = patterns.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  return (name) => names.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
}
