import type { QueueEntry, Session, SessionQueue } from '../../client/index.js';
import { oneLine, shortened } from '../terminal/one-line.js';
import { print, titledTable } from '../terminal/output.js';
import { ageText } from './age.js';
import { findQueued } from './find-queued.js';
import { messageText } from './message-text.js';
import type { QueueChangeFlags, QueueFlags, QueueSendFlags } from './queue-command.js';
import { withSession } from './with-session.js';

type Changes = Omit<Parameters<Session['updateQueued']>[1], 'revision'>;

/** How much of a message a table shows. */
const WIDEST = 80;

export async function listQueue(given: string, flags: QueueFlags): Promise<void> {
  const queue = await withSession(given, flags, ({ session }) => session.queue());
  printQueue(queue, flags);
}

export async function editQueued(
  given: string,
  message: string,
  text: string | undefined,
  flags: QueueChangeFlags,
): Promise<void> {
  await change(given, message, flags, async (entry) => {
    if (text === undefined && process.stdin.isTTY)
      return { message: await (await import('../terminal/editor.js')).edited(entry.message) };
    return { message: await messageText(text) };
  });
}

export function moveQueued(
  given: string,
  message: string,
  place: number,
  flags: QueueChangeFlags,
): Promise<void> {
  return change(given, message, flags, () => ({ position: place - 1 }));
}

export function sendQueued(given: string, message: string, flags: QueueSendFlags): Promise<void> {
  return change(given, message, flags, () => ({ whenBusy: flags.interrupt ? 'interrupt' : 'steer' }));
}

export async function removeQueued(given: string, messages: string[], flags: QueueFlags): Promise<void> {
  const queue = await withSession(given, flags, async ({ session }) => {
    const before = await session.queue();
    // All are found before the first is removed, which changes the numbers of the others.
    const entries = messages.map((each) => findQueued(before, each));
    let queue = before;
    for (const { messageId } of new Set(entries)) queue = await session.removeQueued(messageId);
    return queue;
  });
  printQueue(queue, flags);
}

async function change(
  given: string,
  message: string,
  flags: QueueChangeFlags,
  changes: (entry: QueueEntry) => Changes | Promise<Changes>,
): Promise<void> {
  const queue = await withSession(given, flags, async ({ session }) => {
    const entry = findQueued(await session.queue(), message);
    const { revision = entry.revision } = flags;
    return session.updateQueued(entry.messageId, { revision, ...(await changes(entry)) });
  });
  printQueue(queue, flags);
}

function printQueue(queue: SessionQueue, flags: QueueFlags): void {
  print(queue, flags, () => {
    if (queue.entries.length === 0) return 'the queue is empty';
    const rows = queue.entries.map(({ messageId, message, attachments, revision, queuedAt }, index) => [
      String(index + 1),
      messageId,
      String(revision),
      ageText(Date.parse(queuedAt), Date.now()),
      attachments.length === 0 ? '-' : String(attachments.length),
      shortened(oneLine(message), WIDEST),
    ]);
    return titledTable(['NO', 'MESSAGE', 'REVISION', 'QUEUED', 'FILES', 'TEXT'], rows);
  });
}
