import type { Prompt } from '../../schema/index.js';
import { messageContent } from '../kit/message-content.js';

/** The input line of a message. The CLI reports the message's progress under its `uuid`. */
export async function userLine(
  prompt: Pick<Prompt, 'message' | 'attachments'>,
  directory: string,
  uuid: string,
): Promise<object> {
  const { text, images } = await messageContent(prompt, directory);
  const content = images.length === 0 ? text : [{ type: 'text', text }, ...images];
  return { type: 'user', message: { role: 'user', content }, parent_tool_use_id: null, session_id: '', uuid };
}
