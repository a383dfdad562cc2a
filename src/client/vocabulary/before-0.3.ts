import type { PermissionMetadata, ToolCallPart, ToolKind } from '../../schema/index.js';

/** Events before 0.3 had neither kinds nor titles. This is the only place that knows what they had instead. */

const kinds: Readonly<Record<string, ToolKind>> = { command_execution: 'execute', file_change: 'edit' };
const MAX_TITLE_LENGTH = 200;

export function permissionBefore03(action: string, metadata: PermissionMetadata): PermissionMetadata {
  const { tool_name, command, paths, input, diff, reason } = metadata;
  const tool = typeof tool_name === 'string' ? tool_name : action.replaceAll('_', ' ');
  return {
    tool,
    kind: kinds[action] ?? 'other',
    title: oneLine(command ?? paths?.join(', ') ?? tool),
    input,
    command,
    paths,
    diff,
    reason,
    replies: ['once', 'always', 'reject'],
  };
}

/** The name and the arguments on one line. */
export function titleBefore03({ name, arguments: given }: ToolCallPart): string {
  return given === '{}' ? name : oneLine(`${name} ${given}`);
}

function oneLine(text: string): string {
  return text.slice(0, MAX_TITLE_LENGTH).replace(/\s+/g, ' ').trim();
}
