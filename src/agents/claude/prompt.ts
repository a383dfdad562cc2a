import type { Prompt } from '../../schema/index.js';
import { messageContent } from '../message-content.js';

/** The line that brings a message to the CLI. Its `uuid` comes back in what tells of the message's fate. */
export async function userLine(
  prompt: Pick<Prompt, 'message' | 'attachments'>,
  directory: string,
  uuid: string,
): Promise<object> {
  const { text, images } = await messageContent(prompt, directory);
  const content = images.length === 0 ? text : [{ type: 'text', text }, ...images];
  return { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, session_id: '', uuid };
}
