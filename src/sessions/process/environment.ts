import { type Mark, markVariables } from './marker.js';

/**
 * What an agent sets for the processes it starts, so that they know where they run. A daemon that was itself
 * started by an agent must not hand it on: Claude refuses to start, or saves no transcript, where it finds it.
 * A list of names and no prefix, because most of `CLAUDE_CODE_*` are settings that the user made on purpose.
 */
const sessionMarkers: ReadonlySet<string> = new Set([
  'AI_AGENT',
  'AMP_THREAD_ID',
  'CLAUDECODE',
  'CLAUDE_JOB_DIR',
  'CLAUDE_PID',
  'CLAUDE_CODE_AGENT_ID',
  'CLAUDE_CODE_AGENT_NAME',
  'CLAUDE_CODE_BRIDGE_SESSION_ID',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_CONTAINER_ID',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_EXECPATH',
  'CLAUDE_CODE_HOST_SESSION_ID',
  'CLAUDE_CODE_PARENT_SESSION_ID',
  'CLAUDE_CODE_REMOTE',
  'CLAUDE_CODE_REMOTE_ENVIRONMENT_TYPE',
  'CLAUDE_CODE_REMOTE_SESSION_ID',
  'CLAUDE_CODE_SESSION',
  'CLAUDE_CODE_SESSION_ACCESS_TOKEN',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_CODE_SSE_PORT',
  'CLAUDE_CODE_TEAM_NAME',
]);

function reachesAgents(name: string): boolean {
  return !name.startsWith('GREENROOM_') && !sessionMarkers.has(name);
}

/** The environment of an agent: the daemon's less what is not meant for it, then the session's, then the mark. */
export function agentEnvironment(
  daemonEnv: NodeJS.ProcessEnv,
  sessionEnv: Readonly<Record<string, string>>,
  mark: Mark,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(daemonEnv)) {
    if (value !== undefined && reachesAgents(name)) env[name] = value;
  }
  // The mark is last: a session must not be able to hide its processes.
  return Object.assign(env, sessionEnv, markVariables(mark));
}
