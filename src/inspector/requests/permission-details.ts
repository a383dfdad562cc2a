import type { PermissionData } from '../../client/index.js';

export interface PermissionDetails {
  /** `Run a command?` */
  title: string;
  tool: string | null;
  command: string | null;
  diff: string | null;
  paths: string[];
  input: unknown;
  folder: string | null;
  /** The agent's explanation. */
  reason: string | null;
}

const titles: Record<string, string> = {
  command_execution: 'Run a command?',
  file_change: 'Change files?',
  tool_use: 'Use a tool?',
  mcp_tool_call: 'Use a tool?',
  permissions: 'Grant permissions?',
};

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

/** Extracts what a permission is about from the agent's metadata. */
export function permissionDetails({ action, metadata }: PermissionData): PermissionDetails {
  const { command, diff, paths, path, input, cwd, reason, description, message } = metadata;
  const named = texts(paths);
  return {
    title: titles[action] ?? `${sentence(action)}?`,
    tool: text(metadata.display_name) ?? text(metadata.tool_name),
    command: text(command) ?? (texts(command).join(' ') || null),
    diff: text(diff),
    paths: named.length > 0 ? named : texts([path]),
    input: isNonEmpty(input) ? input : null,
    folder: text(cwd),
    reason: text(reason) ?? text(description) ?? text(message),
  };
}

/** The subject of a permission on one line. */
export function permissionSummary({ command, paths, tool, title }: PermissionDetails): string {
  return command ?? (paths.length > 0 ? paths.join(', ') : (tool ?? title.replace(/\?$/, '')));
}

function sentence(action: string): string {
  const words = action.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isNonEmpty(input: unknown): boolean {
  return typeof input === 'object' && input !== null ? Object.keys(input).length > 0 : text(input) !== null;
}
