import type { Readable } from 'node:stream';

/** Calls back with each line that is not empty. A long line in many chunks is joined once, when it is whole. */
export function readLines(stream: Readable, onLine: (line: string) => void): void {
  let begun: string[] = [];
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const parts = chunk.split('\n');
    const last = parts.pop()!;
    for (const part of parts) {
      const line = begun.length > 0 ? begun.join('') + part : part;
      begun = [];
      if (line.trim() !== '') onLine(line);
    }
    if (last !== '') begun.push(last);
  });
}
