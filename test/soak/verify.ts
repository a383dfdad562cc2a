import { createHash } from 'node:crypto';
import { textOf, type UniversalEvent } from '../../src/schema/index.js';
import { violations } from '../support/invariants.js';
import type { Findings } from './findings.js';
import type { Reader } from './reader.js';
import type { SessionLife } from './session-life.js';

/** How long a reader may take for what is stored already. */
const CATCH_UP_MS = 60_000;

/** Compares what a reader got with what the log serves, text by text; returns how many events it got. */
export async function verifyReader(
  reader: Reader,
  stored: readonly string[],
  findings: Findings,
): Promise<number> {
  if (reader.isLoyal) await reader.reached(stored.length, CATCH_UP_MS);
  await reader.close();
  const { tape, options } = reader;
  const name = `${options.sessionId}, ${options.pace} reader over ${options.transport} from ${tape.offset}`;
  const { lost, doubled, disordered } = tape.faults;
  findings.add('lost', `${name}: ${lost} left out`, lost);
  findings.add('doubled', `${name}: ${doubled} came twice`, doubled);
  findings.add('disordered', `${name}: ${disordered} came late`, disordered);
  const missing = reader.isLoyal ? Math.max(0, stored.length - tape.last) : 0;
  findings.add('lost', `${name}: has ${tape.last} of ${stored.length}`, missing);
  const unserved = Math.max(0, tape.last - stored.length);
  findings.add('lost', `${name}: got ${tape.last}, of which ${stored.length} are served again`, unserved);
  tape.texts.forEach((text, index) => {
    const same = stored[tape.offset + index];
    if (text !== null && same !== undefined && text !== same)
      findings.add('changed', `${name}: ${text.slice(0, 400)} is served as ${same.slice(0, 400)}`);
  });
  return tape.texts.length - lost;
}

/** The invariants of the contract hold for what is stored. */
export function verifyStream(id: string, events: readonly UniversalEvent[], findings: Findings): void {
  for (const violation of violations(events, { ended: true })) findings.add('unsound', `${id}: ${violation}`);
}

/**
 * Every message that was accepted began a turn, once and with its text, or it was still waiting when the session ended:
 * `waiting` has those, or is null if nobody could look before the end.
 */
export function verifyMessages(
  { id, acknowledged }: SessionLife,
  events: readonly UniversalEvent[],
  waiting: readonly string[] | null,
  findings: Findings,
): void {
  const turns = turnsByMessage(events);
  for (const [messageId, message] of acknowledged) {
    const [text, ...more] = turns.get(messageId) ?? [];
    if (text === undefined) {
      if (waiting !== null && !waiting.includes(messageId))
        findings.add('forgotten', `${id}: ${messageId} (${message.slice(0, 60)})`);
    } else if (text !== message) {
      findings.add(
        'changed',
        `${id}: ${messageId} was ${message.slice(0, 200)}, became ${text.slice(0, 200)}`,
      );
    }
    findings.add('doubled', `${id}: ${messageId} began ${more.length + 1} turns`, more.length);
  }
}

/** The users' texts of the turns that each message began. */
function turnsByMessage(events: readonly UniversalEvent[]): Map<string, string[]> {
  const turns = new Map<string, string[]>();
  let texts: string[] = [];
  for (const { type, data } of events) {
    if (type === 'turn.started') {
      const messageId = String(data.metadata?.message_id);
      texts = turns.get(messageId) ?? [];
      turns.set(messageId, texts);
      texts.push('');
    } else if (type === 'item.completed' && data.item.role === 'user' && data.item.thread_id === null) {
      // The pieces of a long message are items of their own.
      texts[texts.length - 1] += textOf(data.item.content);
    }
  }
  return turns;
}

export function digestOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\n');
  return hash.digest('hex');
}
