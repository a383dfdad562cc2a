import type { GreenroomClient } from '../../client/index.js';
import { EXIT } from '../exit-codes.js';
import { writeOutput } from '../terminal/write-output.js';
import { UsageError } from '../usage-error.js';
import type { ExportFlags, ExportFormat } from './export-command.js';
import { withSession } from './with-session.js';

/** Writes a session's conversation or its events, as they arrive. */
export async function exportSession(given: string, flags: ExportFlags): Promise<void> {
  const { output = '-', raw } = flags;
  const format = flags.format ?? formatOf(output);
  if (raw && format === 'md') throw new UsageError('--raw goes with --format jsonl', EXIT.usage);
  await withSession(given, flags, async ({ client, info: { sessionId } }) =>
    writeOutput(output, await content(client, sessionId, format, raw ?? false)),
  );
}

function content(client: GreenroomClient, sessionId: string, format: ExportFormat, includeRaw: boolean) {
  const path = { sessionId };
  return format === 'md'
    ? client.http.stream('GET /v1/sessions/:sessionId/transcript.md', { path })
    : client.http.stream('GET /v1/sessions/:sessionId/transcript.jsonl', { path, query: { includeRaw } });
}

/** Unless it is said, the name of the file decides. */
function formatOf(output: string): ExportFormat {
  return /\.(jsonl|ndjson)$/.test(output) ? 'jsonl' : 'md';
}
