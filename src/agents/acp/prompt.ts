import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Prompt } from '../../schema/index.js';
import { messageContent } from '../kit/message-content.js';
import type { Handshake } from './handshake.js';

/** The blocks of a message: its text, images where the agent takes them, and links to all other files. */
export async function promptBlocks(
  { message, attachments }: Pick<Prompt, 'message' | 'attachments'>,
  directory: string,
  { agentCapabilities }: Handshake,
): Promise<object[]> {
  const takesImages = agentCapabilities?.promptCapabilities?.image === true;
  const blocks: object[] = [{ type: 'text', text: message }];
  for (const attachment of attachments) {
    const { images } = takesImages
      ? await messageContent({ message: '', attachments: [attachment] }, directory)
      : { images: [] };
    const [image] = images;
    if (image) blocks.push({ type: 'image', mimeType: image.source.media_type, data: image.source.data });
    else blocks.push(linkTo(resolve(directory, attachment.path), attachment.filename, attachment.mime));
  }
  return blocks;
}

function linkTo(path: string, name: string | null | undefined, mimeType: string | null | undefined): object {
  const uri = pathToFileURL(path).href;
  return {
    type: 'resource_link',
    uri,
    name: name ?? basename(path),
    ...(mimeType == null ? {} : { mimeType }),
  };
}
