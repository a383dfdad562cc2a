import { resolve } from 'node:path';
import type { Attachment, PermissionMode, Prompt } from '../../schema/index.js';
import type { ConnectionContext } from '../agent.js';

/** What Codex asks about, and what its sandbox keeps it from. */
const policies: Record<PermissionMode, { approvalPolicy: string; sandbox: string }> = {
  default: { approvalPolicy: 'on-request', sandbox: 'workspace-write' },
  acceptEdits: { approvalPolicy: 'on-request', sandbox: 'workspace-write' },
  plan: { approvalPolicy: 'on-request', sandbox: 'read-only' },
  bypass: { approvalPolicy: 'never', sandbox: 'danger-full-access' },
};

type Wishes = Pick<ConnectionContext, 'directory' | 'model' | 'variant' | 'agentMode' | 'permissionMode'>;

/** What a thread is started or resumed with. */
export function threadParams({ directory, model, permissionMode }: Wishes) {
  return { cwd: directory, ...policies[permissionMode], ...(model === null ? {} : { model }) };
}

export function isPlanning({ agentMode, permissionMode }: Wishes): boolean {
  return permissionMode === 'plan' || agentMode === 'plan';
}

/** The mode of a turn and of those after it. */
export function collaborationMode(wishes: Wishes, model: string) {
  return {
    mode: isPlanning(wishes) ? 'plan' : 'default',
    settings: { model, reasoning_effort: wishes.variant, developer_instructions: null },
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
