import type { PermissionMode, SessionSettings } from '../../schema/index.js';
import type { ConnectionContext } from '../agent.js';

/**
 * The CLI refuses to skip permissions where it runs as root, and asks for an assertion that we cannot make. So `bypass`
 * is its default mode, with us in the human's place.
 */
const modes: Record<PermissionMode, string> = {
  default: 'default',
  acceptEdits: 'acceptEdits',
  plan: 'plan',
  bypass: 'default',
};

/** The permission mode in the CLI's own terms. */
export function nativeMode({
  agentMode,
  permissionMode,
}: Pick<SessionSettings, 'agentMode' | 'permissionMode'>) {
  return agentMode === 'plan' ? modes.plan : modes[permissionMode];
}

type Wishes = SessionSettings & Pick<ConnectionContext, 'resume' | 'fork'>;

/** The command line of the CLI, without the program. */
export function argumentsFor({ resume, fork, ...settings }: Wishes): string[] {
  const { model, variant } = settings;
  const args = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
  args.push('--permission-prompt-tool', 'stdio', '--include-partial-messages');
  // Always told: the user's settings may have another default.
  args.push('--permission-mode', nativeMode(settings));
  if (model !== null) args.push('--model', model);
  if (variant !== null) args.push('--effort', variant);
  if (resume !== null) args.push('--resume', resume, ...(fork ? ['--fork-session'] : []));
  return args;
}
