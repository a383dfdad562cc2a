import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  type RecordedInput,
  RecordingHeader,
  RecordingLine,
  type UniversalEvent,
} from '../../schema/index.js';
import { UsageError } from '../usage-error.js';

export interface RecordingFile {
  header: RecordingHeader;
  lines: ({ in: RecordedInput } | { out: UniversalEvent })[];
}

export async function readRecording(file: string): Promise<RecordingFile> {
  let header: RecordingHeader | null = null;
  const lines: RecordingFile['lines'] = [];
  let number = 0;
  try {
    for await (const text of createInterface({
      input: createReadStream(file),
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      number++;
      if (text.trim() === '') continue;
      const value: unknown = JSON.parse(text);
      if (header === null) header = RecordingHeader.parse(value);
      else {
        // As it is: parsing would put the fields of events in another order.
        RecordingLine.parse(value);
        lines.push(value as RecordingFile['lines'][number]);
      }
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code) throw new UsageError(`cannot read ${file} (${code})`);
    throw new UsageError(`${file} is not a recording: line ${number} is not what greenroom record writes`);
  }
  if (header === null) throw new UsageError(`${file} is empty`);
  return { header, lines };
}
