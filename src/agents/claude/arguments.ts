import type { PermissionMode, SessionSettings } from '../../schema/index.js';
import type { ConnectionContext } from '../agent.js';

/**
 * `bypass` is the CLI's default mode, in which the connection allows every tool: the CLI refuses to skip permissions when
 * it runs as root, and otherwise demands a confirmation that we cannot give.
 */
const modes: Record<PermissionMode, string> = {
  default: 'default',
  acceptEdits: 'acceptEdits',
  plan: 'plan',
  bypass: 'default',
};

export type ModeSettings = Pick<SessionSettings, 'agentMode' | 'permissionMode'>;

/** The CLI's name of the permission mode. */
export function nativeMode({ agentMode, permissionMode }: ModeSettings): string {
  return agentMode === 'plan' ? modes.plan : modes[permissionMode];
}

/** Our name of the CLI's mode. */
export function permissionModeOf(mode: string, settings: ModeSettings | null): string {
  return settings !== null && modes[settings.permissionMode] === mode ? settings.permissionMode : mode;
}

type ArgumentOptions = SessionSettings & Pick<ConnectionContext, 'directory' | 'resume' | 'fork' | 'trust'>;

/** The CLI's arguments, without the program itself. */
export function argumentsFor({ resume, fork, directory, trust, ...settings }: ArgumentOptions): string[] {
  const { model, variant } = settings;
  const args = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
  args.push('--permission-prompt-tool', 'stdio', '--include-partial-messages');
  // Always set: the user's settings may have another default.
  args.push('--permission-mode', nativeMode(settings));
  if (trust?.isTrusted === false) args.push(...withoutFolder(directory));
  if (model !== null) args.push('--model', model);
  if (variant !== null) args.push('--effort', variant);
  if (resume !== null) args.push('--resume', resume, ...(fork ? ['--fork-session'] : []));
  return args;
}

/**
 * The user's settings alone. Instructions belong to the folder's settings for the CLI, but it also reads those of folders
 * that are added, if the variable says so.
 */
function withoutFolder(directory: string): string[] {
  return ['--setting-sources', 'user', '--add-dir', directory, '--strict-mcp-config'];
}

/** Variables that belong to the arguments. */
export function environmentFor({ trust }: Pick<ConnectionContext, 'trust'>): Record<string, string> {
  return trust?.isTrusted === false ? { CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD: '1' } : {};
}
