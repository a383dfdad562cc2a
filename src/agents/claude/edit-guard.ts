import type { PermissionMode } from '../../schema/index.js';
import { GUARDED_REASON, isGuardedEdit } from '../kit/edit-policy.js';
import { field } from '../kit/native.js';
import { fileTools, pathOf } from './changes.js';

/** The CLI's request to run a hook. It is part of no conversation. */
export const HOOK = 'control_request/hook_callback';

const CALLBACK = 'edit';

/**
 * Lets the CLI tell us of each edit before it decides. It asks about its own settings in every mode, but knows nothing of
 * the files that set the rules of other agents, and the user's rules may allow all edits.
 */
export const editHooks = {
  PreToolUse: [{ matcher: [...fileTools.keys(), 'Bash'].join('|'), hookCallbackIds: [CALLBACK] }],
};

/** The commands that the CLI takes for edits. */
const writingPattern = /\b(?:cp|dd|install|ln|mkdir|mv|rm|rmdir|sed|tee|touch|truncate)\b|>/;

/** A command with more words is no simple one. */
const MAX_WORDS = 200;

/** The response to a hook: nothing, so that the CLI decides as usual, or that it has to ask. */
export async function guardEdit(hook: unknown, mode: PermissionMode, directory: string): Promise<object> {
  const input = field(field(hook, 'request'), 'input');
  const paths = mode === 'bypass' ? [] : pathsIn(field(input, 'tool_input'), mode);
  if (paths.length === 0 || !(await isGuarded(paths, directory))) return {};
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'ask',
      permissionDecisionReason: GUARDED_REASON,
    },
  };
}

/** If the policy fails, as without the session's folder, or would take long, a human decides. */
async function isGuarded(paths: readonly string[], directory: string): Promise<boolean> {
  return paths.length > MAX_WORDS || isGuardedEdit(paths, directory).catch(() => true);
}

/** The file of an edit, or the words of a command that may be accepted as one. */
function pathsIn(input: unknown, mode: PermissionMode): string[] {
  const command = field(input, 'command');
  if (typeof command === 'string' && mode === 'acceptEdits' && writingPattern.test(command))
    return [...new Set(command.split(/[\s;&|<>()"'=]+/))].filter(Boolean);
  const path = pathOf(input);
  return path === null ? [] : [path];
}
