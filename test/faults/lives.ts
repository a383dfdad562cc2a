import { expect } from 'vitest';
import type { SessionInfo, UniversalEvent } from '../../src/schema/index.js';
import { checkStream } from '../support/check-stream.js';
import type { TestDaemon } from '../support/daemon.js';
import { violations } from '../support/invariants.js';
import { daemonProcess } from '../support/program.js';
import { allTexts, overWebSocket } from './readers.js';
import type { Reading } from './reading.js';

/** The first delta of a new session: it shows that the agent works on its first message. */
export const FIRST_DELTA = 7;

export type DaemonProcess = Awaited<ReturnType<typeof daemonProcess>>;

/** Kills the daemon; resolves when it has exited. */
export async function kill({ child }: DaemonProcess): Promise<void> {
  child.kill('SIGKILL');
  expect((await child).signal).toBe('SIGKILL');
}

/** Not execa's own kill, which sends SIGKILL as well when the process takes its time. */
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

/** Sends a message, waits for its turn to end, and returns the events since. */
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

/** Resolves when a reader has seen this many turns end. */
export async function turnsEnded(reader: Reading, count: number): Promise<void> {
  let checked = 0;
  for (let ended = 0; ended < count; ) {
    await reader.reached(reader.offset + checked + 1);
    for (; checked < reader.texts.length; checked++) {
      if (reader.texts[checked]!.includes('"type":"turn.ended"')) ended++;
    }
  }
}

/** All events, after both checkers found no fault in them. */
export async function soundEvents({ url }: TestDaemon, sessionId: string): Promise<UniversalEvent[]> {
  const events = (await allTexts(url, sessionId)).map((text) => JSON.parse(text) as UniversalEvent);
  expect(violations(events)).toEqual([]);
  expect(checkStream(events)).toBe('');
  return events;
}
