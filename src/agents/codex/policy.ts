import type { PermissionMode, SessionSettings } from '../../schema/index.js';
import type { ConnectionContext } from '../agent.js';
import { EDIT_PROFILE, profileConfig } from './edit-profile.js';
import type { FolderParams } from './folder-trust.js';

interface Policy {
  approvalPolicy: string;
  sandbox: keyof typeof sandboxPolicies;
}

/** When Codex asks, and what its sandbox prevents. */
const policies: Record<PermissionMode, Policy> = {
  // It asks before everything but commands known to be harmless, and before edits too.
  default: { approvalPolicy: 'untrusted', sandbox: 'workspace-write' },
  // For versions without profiles. We allow the edits that it asks for.
  acceptEdits: { approvalPolicy: 'untrusted', sandbox: 'workspace-write' },
  plan: { approvalPolicy: 'on-request', sandbox: 'read-only' },
  bypass: { approvalPolicy: 'never', sandbox: 'danger-full-access' },
};

/** Replaces the sandbox of sessions that accept edits. */
const editProfile = { approvalPolicy: 'on-request', permissions: EDIT_PROFILE };

/** The same sandboxes in the terms of `turn/start`. */
const sandboxPolicies = {
  'read-only': { type: 'readOnly', networkAccess: false },
  'workspace-write': {
    type: 'workspaceWrite',
    writableRoots: [],
    networkAccess: false,
    excludeTmpdirEnvVar: false,
    excludeSlashTmp: false,
  },
  'danger-full-access': { type: 'dangerFullAccess' },
} as const;

/** Parameters to start, resume or fork a thread. */
export function threadParams(
  { directory, mcp }: Pick<ConnectionContext, 'directory' | 'mcp'>,
  { model, permissionMode }: SessionSettings,
  hasProfiles: boolean,
  { projects, ...instructions }: FolderParams,
) {
  const servers = Object.keys(mcp).length === 0 ? {} : { mcp_servers: mcpConfig(mcp) };
  return {
    cwd: directory,
    ...(permissionMode === 'acceptEdits' && hasProfiles ? editProfile : policies[permissionMode]),
    ...(model === null ? {} : { model }),
    ...instructions,
    config: { ...profileConfig, projects, ...servers },
  };
}

/** Settings that a turn changes for itself and those after it. */
export function turnParams({ model, permissionMode }: SessionSettings, hasProfiles: boolean) {
  const chosen = model === null ? {} : { model };
  if (permissionMode === 'acceptEdits' && hasProfiles) return { ...editProfile, ...chosen };
  const { approvalPolicy, sandbox } = policies[permissionMode];
  return { approvalPolicy, sandboxPolicy: sandboxPolicies[sandbox], ...chosen };
}

/** MCP servers in the form of Codex's own configuration. */
function mcpConfig(servers: ConnectionContext['mcp']) {
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => {
      const timeout = server.timeoutMs === null ? {} : { startup_timeout_sec: server.timeoutMs / 1000 };
      if (server.type === 'remote') {
        if (server.transport === 'sse')
          throw new Error(`mcp: ${name} uses SSE, which Codex does not support`);
        return [name, { url: server.url, http_headers: server.headers, ...timeout }];
      }
      const { command, args, env } = server;
      return [name, { command, args, env, ...timeout }];
    }),
  );
}

export function isPlanning({ agentMode, permissionMode }: SessionSettings): boolean {
  return permissionMode === 'plan' || agentMode === 'plan';
}

/** The mode of a turn and of those after it. */
export function collaborationMode(settings: SessionSettings, model: string) {
  return {
    mode: isPlanning(settings) ? 'plan' : 'default',
    settings: { model, reasoning_effort: settings.variant, developer_instructions: null },
  };
}
