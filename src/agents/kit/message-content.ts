import { extname, resolve } from 'node:path';
import type { Prompt } from '../../schema/index.js';
import { readRegularFile } from './regular-file.js';

/** The API accepts images of up to 5 MB in base64, which is a third longer than the file. */
const IMAGE_LIMIT = (5 * 1024 * 1024 * 3) / 4;

const imageTypes = new Map([
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.webp', 'image/webp'],
]);
const supportedTypes: ReadonlySet<string> = new Set(imageTypes.values());

export interface ImageBlock {
  type: 'image';
  source: { type: 'base64'; media_type: string; data: string };
}

/** A message for an agent that accepts blocks of the Messages API and reads files mentioned as `@path`. */
export async function messageContent(
  { message, attachments }: Pick<Prompt, 'message' | 'attachments'>,
  directory: string,
): Promise<{ text: string; images: ImageBlock[] }> {
  const images: ImageBlock[] = [];
  const mentions: string[] = [];
  for (const attachment of attachments) {
    const path = resolve(directory, attachment.path);
    const image = await imageOf(path, attachment.mime);
    if (image === null) mentions.push(mention(path));
    else images.push(image);
  }
  return { text: mentions.length === 0 ? message : `${message}\n\n${mentions.join('\n')}`, images };
}

/** Null if the file is not an image, too large or unreadable: the agent then gets its path. */
async function imageOf(path: string, mime: string | null | undefined): Promise<ImageBlock | null> {
  const media_type = mime ?? imageTypes.get(extname(path).toLowerCase());
  if (media_type === undefined || !supportedTypes.has(media_type)) return null;
  const content = await readRegularFile(path, IMAGE_LIMIT);
  if (typeof content === 'string') return null;
  return { type: 'image', source: { type: 'base64', media_type, data: content.toString('base64') } };
}

function mention(path: string): string {
  return /\s/.test(path) ? `@"${path}"` : `@${path}`;
}
