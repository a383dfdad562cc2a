import { describe, expect, it } from 'vitest';
import type { SessionQueue } from '../../src/schema/index.js';
import { expectProblem } from '../support/problem.js';
import { daemonProcess } from '../support/program.js';
import { userTexts } from '../support/texts.js';
import { type DaemonProcess, info, kill, restart, soundEvents } from './lives.js';
import { guardedSession } from './processes.js';
import { Random } from './random.js';
import { overWebSocket } from './readers.js';

const BUSY = 'sleep 600000';

/** A daemon with a session whose agent works until it is killed. */
async function busy(sessionId: string): Promise<DaemonProcess> {
  const process = await daemonProcess();
  await process.daemon.create(sessionId);
  await process.daemon.say(sessionId, BUSY, { messageId: 'busy' });
  return process;
}

/** Waits until everything is delivered; returns the users' messages of the session, without the first. */
async function delivered(process: DaemonProcess, sessionId: string): Promise<string[]> {
  const reader = await overWebSocket({ url: process.daemon.url, sessionId });
  const isIdle = async () => (await info(process, sessionId)).status === 'idle';
  for (let sequence = 1; !(await isIdle()); sequence++) await reader.reached(sequence);
  const [first, ...others] = userTexts(await soundEvents(process.daemon, sessionId));
  expect(first).toBe(BUSY);
  return others;
}

/** A change of the queue as a client calls it. */
type Change =
  | { method: 'session/send'; messageId: string; message: string }
  | { method: 'queue/update'; messageId: string; revision: null; message?: string; position?: number }
  | { method: 'queue/remove'; messageId: string };

function randomChange(random: Random, number: number): Change {
  const messageId = `m${random.below(number + 1)}`;
  const message = `echo ${number}`;
  const kind = number < 5 ? 0 : random.below(6);
  if (kind < 3) return { method: 'session/send', messageId: `m${number}`, message };
  if (kind === 3) return { method: 'queue/update', messageId, revision: null, message };
  if (kind === 4) return { method: 'queue/update', messageId, revision: null, position: random.below(8) };
  return { method: 'queue/remove', messageId };
}

/** The messages in the queue after these changes; changes of unknown messages are refused. */
function queueAfter(changes: readonly Change[]): string[] {
  let queue: { messageId: string; message: string }[] = [];
  for (const change of changes) {
    const { messageId } = change;
    const entry = queue.find((each) => each.messageId === messageId);
    if (change.method === 'session/send') queue.push({ messageId, message: change.message });
    if (!entry) continue;
    if (change.method === 'queue/remove') queue = queue.filter((each) => each !== entry);
    if (change.method !== 'queue/update') continue;
    if (change.message !== undefined) entry.message = change.message;
    if (change.position === undefined) continue;
    queue = queue.filter((each) => each !== entry);
    queue.splice(change.position, 0, entry);
  }
  return queue.map(({ message }) => message);
}

describe('after the daemon was killed', () => {
  it('queued messages are delivered as last edited and in their new order, without those taken back', async () => {
    const sessionId = guardedSession('queue-edits');
    const before = await busy(sessionId);
    const queue = `/v1/sessions/${sessionId}/queue`;
    const patch = (id: string, body: object) =>
      before.daemon.fetch('PATCH', `${queue}/${id}`, body, { 'if-match': '"1"' });
    for (const id of ['a', 'b', 'c', 'd'])
      await before.daemon.say(sessionId, `echo ${id}`, { messageId: id });
    expect((await patch('a', { message: 'echo edited' })).status).toBe(200);
    expect((await patch('d', { position: 0 })).status).toBe(200);
    const left = await before.daemon.call<SessionQueue>('DELETE', `${queue}/b`);
    await kill(before);

    const after = await restart(before);
    expect(await delivered(after, sessionId)).toEqual(['echo d', 'echo edited', 'echo c']);
    const now = await after.daemon.call<SessionQueue>('GET', queue);
    expect(now).toEqual({ revision: left.revision + 3, entries: [] });
    await expectProblem(await after.daemon.fetch('DELETE', `${queue}/b`), 'not_found');
    await expectProblem(await after.daemon.fetch('DELETE', `${queue}/a`), 'message_delivered');
    // A message that was accepted once is accepted again, and nothing else under its id.
    const again = (message: string, messageId: string) =>
      after.daemon.fetch('POST', `/v1/sessions/${sessionId}/messages`, { message, messageId });
    for (const id of ['a', 'b']) {
      expect((await again(`echo ${id}`, id)).status).toBe(204);
      await expectProblem(await again('echo edited', id), 'message_conflict');
    }
    expect(await info(after, sessionId)).toMatchObject({ status: 'idle', queued: 0 });
  });

  it.each([1, 2, 3])(
    'while the queue changed, it is as some client was or was about to be told (seed %i)',
    async (seed) => {
      const sessionId = guardedSession(`queue-${seed}`);
      const before = await busy(sessionId);
      const random = new Random(seed);
      const client = await before.daemon.connect();
      const enough = random.between(8, 40);
      const sent: Change[] = [];
      let answered = 0;
      // Calls of one connection to one session are handled in order, so those that took effect are the first ones.
      await new Promise<void>((resolve) => {
        const answer = () => {
          answered++;
          if (answered === enough) resolve();
        };
        for (let number = 0; number < 60; number++) {
          const { method, ...params } = randomChange(random, number);
          sent.push({ method, ...params } as Change);
          client.call(method, { sessionId, ...params }).then(answer, answer);
        }
      });
      await kill(before);

      const after = await restart(before);
      const found = await delivered(after, sessionId);
      const possible = sent.map((_, index) => queueAfter(sent.slice(0, index + 1))).slice(answered - 1);
      expect(possible).toContainEqual(found);
      expect(new Set(found).size).toBe(found.length);
    },
  );
});
