import { resolve } from 'node:path';
import type { Attachment, PermissionMode, Prompt, SessionSettings } from '../../schema/index.js';
import type { ConnectionContext } from '../agent.js';

interface Policy {
  approvalPolicy: string;
  sandbox: keyof typeof sandboxPolicies;
}

/** What Codex asks about, and what its sandbox keeps it from. */
const policies: Record<PermissionMode, Policy> = {
  // It asks before all that it does not know to be harmless, edits too.
  default: { approvalPolicy: 'untrusted', sandbox: 'workspace-write' },
  acceptEdits: { approvalPolicy: 'on-request', sandbox: 'workspace-write' },
  plan: { approvalPolicy: 'on-request', sandbox: 'read-only' },
  bypass: { approvalPolicy: 'never', sandbox: 'danger-full-access' },
};

/** The same sandboxes, as they are called where a turn begins. */
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

/** What a thread is started, resumed or copied with. */
export function threadParams(
  { directory, mcp }: Pick<ConnectionContext, 'directory' | 'mcp'>,
  { model, permissionMode }: SessionSettings,
) {
  return {
    cwd: directory,
    ...policies[permissionMode],
    ...(model === null ? {} : { model }),
    ...(Object.keys(mcp).length === 0 ? {} : { config: { mcp_servers: mcpConfig(mcp) } }),
  };
}

/** What a turn changes for itself and those after it. */
export function turnParams({ model, permissionMode }: SessionSettings) {
  const { approvalPolicy, sandbox } = policies[permissionMode];
  return { approvalPolicy, sandboxPolicy: sandboxPolicies[sandbox], ...(model === null ? {} : { model }) };
}

/** MCP servers as they would stand in Codex's own configuration. */
function mcpConfig(servers: ConnectionContext['mcp']) {
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => {
      const timeout = server.timeoutMs === null ? {} : { startup_timeout_sec: server.timeoutMs / 1000 };
      if (server.type === 'remote') {
        if (server.transport === 'sse')
          throw new Error(`mcp: ${name} is one of SSE, which Codex does not speak`);
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

/** A message in Codex's terms. */
export function promptParams({ messageId, message, attachments: given }: Prompt, directory: string) {
  // The server has a folder of its own: what is relative is so to the session's.
  const attachments = given.map((attachment) => ({
    ...attachment,
    path: resolve(directory, attachment.path),
  }));
  const files = attachments.filter((attachment) => !isImage(attachment)).map(({ path }) => path);
  return {
    clientUserMessageId: messageId,
    input: [{ type: 'text', text: message, text_elements: [] }, ...attachments.map(inputOf)],
    ...(files.length === 0 ? {} : { additionalContext: { attachments: attachedFiles(files) } }),
  };
}

const isImage = ({ mime }: Attachment) => mime?.startsWith('image/') ?? false;

function inputOf(attachment: Attachment) {
  const { path, filename } = attachment;
  if (isImage(attachment)) return { type: 'localImage', path };
  return { type: 'mention', name: filename ?? path.split('/').at(-1) ?? path, path };
}

/** A mention comes back in the user's message, but the model is not told of it: this is what it sees. */
function attachedFiles(paths: readonly string[]) {
  return { kind: 'untrusted', value: `Files that the user attached:\n${paths.join('\n')}` };
}

/** Folders that Codex guards inside a workspace: who accepts edits has not accepted those. */
const guarded = new Set(['.git', '.codex', '.agents', '.aws']);

/** Whether who accepts edits has accepted this one: all of it is inside the session's own folder. */
export function isOrdinaryEdit(paths: readonly string[], directory: string): boolean {
  return (
    paths.length > 0 &&
    paths.every((path) => {
      if (!path.startsWith(`${directory}/`)) return false;
      return !path.split('/').some((name) => name === '..' || guarded.has(name));
    })
  );
}
