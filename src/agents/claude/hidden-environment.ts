/**
 * Variables that Claude Code sets for its child processes. If it inherits them, it refuses to start or saves no
 * transcript. Listed by name, because most `CLAUDE_CODE_*` variables are the user's own settings.
 */
export const hiddenEnvironment: readonly string[] = [
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
];
