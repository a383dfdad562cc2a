import { type Mark, markVariables } from './marker.js';

/** Set by several agents for the processes that they start. */
const SHARED_AGENT_VARIABLE = 'AI_AGENT';

/**
 * The environment of an agent: the daemon's without the daemon's own settings, then the session's, then the mark.
 *
 * `hidden` lists variables that agents set for the processes they start. If the daemon was itself started by an agent,
 * passing them on would make the new agent believe that it is nested.
 */
export function agentEnvironment(
  daemonEnv: NodeJS.ProcessEnv,
  hidden: ReadonlySet<string>,
  sessionEnv: Readonly<Record<string, string>>,
  mark: Mark,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(daemonEnv)) {
    const isHidden = name.startsWith('GREENROOM_') || name === SHARED_AGENT_VARIABLE || hidden.has(name);
    if (value !== undefined && !isHidden) env[name] = value;
  }
  // The mark comes last: a session must not be able to hide its processes.
  return Object.assign(env, sessionEnv, markVariables(mark));
}
