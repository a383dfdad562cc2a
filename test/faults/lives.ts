import { expect } from 'vitest';
import type { SessionInfo, UniversalEvent } from '../../src/schema/index.js';
import { checkStream } from '../support/check-stream.js';
import type { TestDaemon } from '../support/daemon.js';
import { violations } from '../support/invariants.js';
import { daemonProcess } from '../support/program.js';
import { allTexts, overWebSocket } from './readers.js';
import type { Reading } from './reading.js';

/** In a new session, the event that shows that the agent works on its first message: a piece of the answer. */
export const FIRST_DELTA = 7;

export type DaemonProcess = Awaited<ReturnType<typeof daemonProcess>>;

/** Ends the daemon without a warning; resolves when it is gone. */
export async function kill({ child }: DaemonProcess): Promise<void> {
  child.kill('SIGKILL');
  expect((await child).signal).toBe('SIGKILL');
}

/** Not by execa's own kill, which adds a SIGKILL of its own when the process takes its time. */
export function signal({ child }: DaemonProcess, name: NodeJS.Signals): void {
  process.kill(child.pid!, name);
}

/** The next daemon on the same folder. */
export function restart({ dataFolder }: DaemonProcess, args: string[] = []): Promise<DaemonProcess> {
  return daemonProcess({ dataFolder, args });
}

export function info({ daemon }: DaemonProcess, sessionId: string): Promise<SessionInfo> {
  return daemon.call('GET', `/v1/sessions/${sessionId}`);
}

/** Says something and lets its turn end; the events from there on. */
export async function exchange(
  daemon: TestDaemon,
  sessionId: string,
  message: string,
): Promise<UniversalEvent[]> {
  const { lastSequence } = await daemon.call<SessionInfo>('GET', `/v1/sessions/${sessionId}`);
  const reader = await overWebSocket({ url: daemon.url, sessionId, offset: lastSequence });
  await daemon.say(sessionId, message);
  await reader.saw('turn.ended');
  reader.close();
  return reader.events();
}

/** Resolves when a reader has seen so many turns end. */
export async function turnsEnded(reader: Reading, count: number): Promise<void> {
  let checked = 0;
  for (let ended = 0; ended < count; ) {
    await reader.reached(reader.offset + checked + 1);
    for (; checked < reader.texts.length; checked++) {
      if (reader.texts[checked]!.includes('"type":"turn.ended"')) ended++;
    }
  }
}

/** The texts of the assistant's messages. */
export function spoken(events: readonly UniversalEvent[]): string[] {
  return messages(events, 'assistant');
}

/** The texts of the user's messages. */
export function asked(events: readonly UniversalEvent[]): string[] {
  return messages(events, 'user');
}

function messages(events: readonly UniversalEvent[], role: 'user' | 'assistant'): string[] {
  return events.flatMap((event) => {
    if (event.type !== 'item.completed' || event.data.item.role !== role) return [];
    return event.data.item.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  });
}

/** All events, after both checkers found nothing wrong with them. */
export async function soundEvents({ url }: TestDaemon, sessionId: string): Promise<UniversalEvent[]> {
  const events = (await allTexts(url, sessionId)).map((text) => JSON.parse(text) as UniversalEvent);
  expect(violations(events)).toEqual([]);
  expect(await checkStream(events)).toBe('');
  return events;
}
