import type { Prompt } from '../../schema/index.js';
import { messageContent } from '../kit/message-content.js';

/** The input line of a message, and its text, which Amp will echo. */
export async function userLine(
  prompt: Prompt,
  directory: string,
  steer: boolean,
): Promise<{ line: object; text: string }> {
  const { text, images } = await messageContent(prompt, directory);
  const message = { role: 'user', content: [{ type: 'text', text }, ...images] };
  const line = { type: 'user', message, request_id: prompt.messageId, ...(steer ? { steer: true } : {}) };
  return { line, text };
}
