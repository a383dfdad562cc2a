import { parentPort } from 'node:worker_threads';
import { type ParsedLine, parsedLine } from './parsed-line.js';

/** Asks for the text of a line, or for the value of the line before. */
export interface LineQuestion {
  parts?: readonly Uint8Array[];
}

export interface LineAnswer extends Partial<ParsedLine> {
  failure?: string;
}

/** The program of the thread that parses long lines. */
const port = parentPort!;
let parsed: ParsedLine | null = null;

port.on('message', ({ parts }: LineQuestion) => {
  try {
    if (parts) {
      parsed = parsedLine(parts);
      port.postMessage({ text: parsed.text } satisfies LineAnswer);
    } else {
      port.postMessage({ json: parsed?.json } satisfies LineAnswer);
      parsed = null;
    }
  } catch (error) {
    // A value may be nested too deeply to be passed on.
    port.postMessage({ failure: String(error) } satisfies LineAnswer);
  }
});
