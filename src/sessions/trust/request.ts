import type { FolderContents } from '../../agents/agent.js';
import { type DraftOf, type PermissionReply, TRUST_FOLDER } from '../../schema/index.js';

export interface FolderQuestion {
  /** What the agent is called. */
  agent: string;
  directory: string;
  contents: FolderContents;
}

/** Asks a human whether the agent may use what the session's folder brings. */
export function folderRequest({
  agent,
  directory,
  contents,
}: FolderQuestion): DraftOf<'permission.requested'> {
  const { hash, parts, isComplete } = contents;
  return {
    type: 'permission.requested',
    // A folder that has changed again is another request.
    key: `folder#${hash}`,
    action: TRUST_FOLDER,
    metadata: {
      tool: TRUST_FOLDER,
      kind: 'other',
      title: `Trust ${directory}`,
      input: { directory, brings: parts },
      paths: parts.map(({ path }) => path),
      replies: repliesTo(isComplete),
      scope: `these contents of the folder, for ${agent}, until one of them changes`,
      reason: isComplete
        ? `The folder brings settings that ${agent} obeys, or programs that it runs. Rejected, it starts without them.`
        : `The folder brings more than can be looked at, so ${agent} can only start without it.`,
      native: { contents: hash },
    },
  };
}

function repliesTo(isComplete: boolean): PermissionReply[] {
  return isComplete ? ['once', 'always', 'reject'] : ['reject'];
}
