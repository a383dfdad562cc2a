import type { LongValueRef, PermissionData, PermissionReply, ToolKind } from '../../schema/index.js';
import { permissionBefore03 } from './before-0.3.js';

/** A file that a folder brings, and what is in it, in words. */
export interface FolderPart {
  path: string;
  brings: readonly string[];
}

/** A permission request in the same words for all agents. */
export interface Permission {
  /** The tool's name. */
  tool: string;
  kind: ToolKind;
  /** A short line: the command, the path, the search pattern. */
  title: string;
  /** The tool's input. */
  input: unknown;
  command: string | null;
  paths: readonly string[];
  /** Only of a request to trust a folder: what it brings, by file. */
  brings: readonly FolderPart[] | null;
  /** A unified diff against the files on disk. */
  diff: string | LongValueRef | null;
  /** The possible replies. */
  replies: readonly PermissionReply[];
  /** Describes what `always` covers. */
  scope: string | null;
  /** Why the agent asks. */
  reason: string | null;
}

export function permissionOf({ action, metadata }: PermissionData): Permission {
  const given = metadata.kind === undefined ? permissionBefore03(action, metadata) : metadata;
  return {
    tool: given.tool ?? '',
    kind: given.kind ?? 'other',
    title: given.title ?? '',
    input: given.input ?? null,
    command: given.command ?? null,
    paths: given.paths ?? [],
    brings: action === 'trust_folder' ? partsIn(given.input) : null,
    diff: given.diff || null,
    replies: given.replies ?? [],
    scope: given.scope ?? null,
    reason: given.reason || null,
  };
}

function partsIn(input: unknown): FolderPart[] {
  const { brings } = (input ?? {}) as { brings?: unknown };
  return Array.isArray(brings) ? brings.filter(isPart) : [];
}

function isPart(part: unknown): part is FolderPart {
  const { path, brings } = (part ?? {}) as Partial<FolderPart>;
  return (
    typeof path === 'string' && Array.isArray(brings) && brings.every((line) => typeof line === 'string')
  );
}
