import type { UniversalEvent } from '../../src/schema/index.js';

export interface SseBlock {
  /** The field lines, unparsed. */
  fields: string[];
  comments: string[];
}

/** Splits the text of an event stream into its blocks. */
export function sseBlocks(text: string): SseBlock[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const lines = block.split('\n');
      return {
        fields: lines.filter((line) => !line.startsWith(':')),
        comments: lines.filter((line) => line.startsWith(':')),
      };
    });
}

/** Parses the events of an event stream. */
export function sseEvents(text: string): UniversalEvent[] {
  return sseBlocks(text).flatMap(({ fields }) =>
    fields
      .filter((field) => field.startsWith('data: '))
      .map((field) => JSON.parse(field.slice('data: '.length)) as UniversalEvent),
  );
}

/** Reads a response until its text is enough, then cancels it. */
export async function textUntil(response: Response, isEnough: (text: string) => boolean): Promise<string> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (!isEnough(text)) {
    const { value, done } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return text;
}
