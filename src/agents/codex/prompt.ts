import { resolve } from 'node:path';
import type { Attachment, Prompt } from '../../schema/index.js';

/** A message as parameters of `turn/start` and `turn/steer`. */
export function promptParams({ messageId, message, attachments: given }: Prompt, directory: string) {
  // The server runs in another folder: relative paths are relative to the session's.
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

/** A mention is echoed in the user's message, but the model does not see it: this it does. */
function attachedFiles(paths: readonly string[]) {
  return { kind: 'untrusted', value: `Files that the user attached:\n${paths.join('\n')}` };
}
