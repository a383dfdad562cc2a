import { expect } from 'vitest';
import { agents } from '../../src/agents/index.js';
import type { RecordedInput, RecordingHeader, UniversalEvent } from '../../src/schema/index.js';
import { changesBetween, Replay } from '../../src/sessions/index.js';

export interface ParsedRecording {
  header: RecordingHeader;
  lines: ({ in: RecordedInput } | { out: UniversalEvent })[];
}

export function parseRecording(text: string): ParsedRecording {
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { header, lines };
}

/** The recorded events and those of a replay. */
export function replayed({ header, lines }: ParsedRecording) {
  const replay = new Replay(header, agents.find(({ id }) => id === header.agent)!);
  const recorded: UniversalEvent[] = [];
  for (const line of lines) {
    if ('out' in line) recorded.push(line.out);
    else replay.take(line.in);
  }
  return { recorded, made: replay.events };
}

/** A recording replays to the very events that it has, whatever those of the session were. */
export async function expectRoundTrip(
  url: string,
  sessionId: string,
  headers: Record<string, string> = {},
): Promise<ParsedRecording> {
  const response = await fetch(`${url}/v1/sessions/${sessionId}/recording`, { headers });
  return expectReplay(await response.text(), sessionId);
}

export function expectReplay(text: string, sessionId: string): ParsedRecording {
  const recording = parseRecording(text);
  expect(recording.header).toMatchObject({ recording: 1, sessionId, complete: true });
  const { recorded, made } = replayed(recording);
  expect(recorded.length).toBeGreaterThan(1);
  expect(changesBetween(recorded, made)).toEqual([]);
  expect(made.map(({ type }) => type)).toEqual(recorded.map(({ type }) => type));
  return recording;
}
