import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Attachment, Prompt, SessionSettings } from '../../schema/index.js';

/** Whether a message is the command of OpenCode's own program that compacts the conversation. */
export function isCompaction({ message }: Pick<Prompt, 'message'>): boolean {
  return message.trim() === '/compact';
}

/** Which agent answers, and with which model. Whatever is left out stays as it is in the conversation. */
export function settingsOf({ model, variant, agentMode, permissionMode }: SessionSettings) {
  const agent = permissionMode === 'plan' ? 'plan' : agentMode;
  const [provider = '', ...rest] = model?.split('/') ?? [];
  return {
    ...(agent === '' ? {} : { agent }),
    ...(model === null ? {} : { model: { providerID: provider, modelID: rest.join('/') } }),
    ...(variant === null ? {} : { variant }),
  };
}

/** The parts of a message to OpenCode. */
export async function partsOf(
  { message, attachments }: Pick<Prompt, 'message' | 'attachments'>,
  directory: string,
) {
  const files = await Promise.all(attachments.map((attachment) => partOf(attachment, directory)));
  return [{ type: 'text', text: message }, ...files];
}

/** A file for the server to read. One that cannot be read would fail the prompt, so it is only named. */
async function partOf({ path: given, mime, filename }: Attachment, directory: string) {
  const path = resolve(directory, given);
  const found = await stat(path).catch(() => null);
  if (found === null) return { type: 'text', text: `(attached, but not to be read: ${path})` };
  return {
    type: 'file',
    mime: found.isDirectory() ? 'application/x-directory' : isShown(mime) ? mime : 'text/plain',
    filename: filename ?? basename(path),
    url: pathToFileURL(path).href,
  };
}

/** Whether the model gets the file as it is. Everything else is read as text. */
function isShown(mime: string | null | undefined): boolean {
  return mime != null && (mime.startsWith('image/') || mime === 'application/pdf');
}
