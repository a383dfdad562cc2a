import type { Readable } from 'node:stream';

/** Calls back with each non-empty line. A line in many chunks is joined only once, when it is complete. */
export function readLines(stream: Readable, onLine: (line: string) => void): void {
  let chunks: string[] = [];
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const parts = chunk.split('\n');
    const last = parts.pop()!;
    for (const part of parts) {
      const line = chunks.length > 0 ? chunks.join('') + part : part;
      chunks = [];
      if (line.trim() !== '') onLine(line);
    }
    if (last !== '') chunks.push(last);
  });
}
