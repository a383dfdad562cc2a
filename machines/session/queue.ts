import { type Problem, problem, type WhenBusy } from '../../src/schema/index.js';
import { budgetProblem } from './budget.js';
import type { QueuedMessage, SessionContext, UserMessage } from './context.js';
import type { QueueCommand, RemoveQueuedCommand, UpdateQueuedCommand } from './inputs.js';
import { put } from './ledger.js';
import { receiptOf } from './received.js';
import type { Scribe } from './scribe.js';
import { noText, sizeWith, surelyFits } from './text-size.js';
import { awaitsTrust } from './trust.js';
import { beginTurn, steer } from './turns.js';
import { unsupported } from './unsupported.js';

const QUEUED_MESSAGES = 100;
const QUEUED_BYTES = 16 * 1024 * 1024;

type Queue = readonly QueuedMessage[];

export function enqueue(scribe: Scribe, message: UserMessage, where: 'front' | 'back', at: string): void {
  const { queue } = scribe.context;
  const entry = { ...message, revision: 1, rank: 0, queuedAt: at };
  setQueue(scribe, placed(queue, entry, where === 'front' ? 0 : queue.length));
}

/** Edits and moves a queued message. One to be sent now goes to the front. */
export function updateQueued(scribe: Scribe, command: UpdateQueuedCommand): void {
  const { queue } = scribe.context;
  const entry = queued(scribe.context, command.messageId)!;
  const changed = edited(entry, command);
  const others = without(queue, entry);
  const from = queue.indexOf(entry);
  const to = command.whenBusy ? 0 : Math.min(command.position ?? from, others.length);
  if (changed === entry && to === from) return;
  const next = { ...changed, revision: entry.revision + 1 };
  setQueue(scribe, to === from ? queue.with(from, next) : placed(others, next, to));
}

/** Takes a message out of the queue and sends it into the running turn. */
export function steerQueued(scribe: Scribe, command: UpdateQueuedCommand): void {
  const entry = queued(scribe.context, command.messageId)!;
  setQueue(scribe, without(scribe.context.queue, entry));
  steer(scribe, messageOf(edited(entry, command)));
}

export function removeQueued(scribe: Scribe, { messageId }: RemoveQueuedCommand): void {
  const { queue, takenBack } = scribe.context;
  setQueue(scribe, without(queue, queued(scribe.context, messageId)!));
  scribe.remember({ takenBack: put(takenBack, messageId, '') });
}

/** The last step of every ruling: starts a turn with the first queued message if the session is free. */
export function startNextTurn(scribe: Scribe): void {
  const { started, ended, turn, held, queue } = scribe.context;
  const [next] = queue;
  if (!next || !started || ended || turn || held) return;
  if (budgetProblem(scribe.context) || awaitsTrust(scribe.context)) return;
  setQueue(scribe, without(queue, next));
  beginTurn(scribe, messageOf(next));
}

/** The reason to refuse a message that arrives while the session is busy, or null. */
export function busyProblem(context: SessionContext, whenBusy: WhenBusy): Problem | null {
  if (whenBusy === 'reject') return problem('session_busy', 'a turn is running and whenBusy is "reject"');
  if (whenBusy === 'steer') return steerProblem(context, ['queue', 'interrupt', 'reject']);
  return fullProblem(context, context.queue);
}

/** The reason to queue no more than is queued already, or null. */
function fullProblem({ input }: SessionContext, queue: Queue): Problem | null {
  const { queuedMessages = QUEUED_MESSAGES, queuedBytes = QUEUED_BYTES } = input;
  if (queue.length >= queuedMessages)
    return problem('overloaded', `${queuedMessages} messages are already queued`);
  let units = 0;
  for (const { message } of queue) units += message.length;
  if (surelyFits(noText, units, queuedBytes)) return null;
  let bytes = 0;
  for (const { message } of queue) bytes += sizeWith(noText, message).bytes;
  if (bytes < queuedBytes) return null;
  return problem('overloaded', `messages of ${bytes} bytes are already queued; the limit is ${queuedBytes}`);
}

/** The reason to refuse a change of the queue, or null. */
export function queueProblem(context: SessionContext, command: QueueCommand): Problem | null {
  const { messageId } = command;
  const entry = queued(context, messageId);
  if (!entry) return notQueued(context, command);
  if (command.type === 'command.queue.remove') return null;
  const { revision } = entry;
  if (command.revision !== null && command.revision !== revision) {
    const detail = `message ${messageId} is at revision ${revision}, which the change must name`;
    return problem('revision_mismatch', detail, { messageId, revision });
  }
  if (command.whenBusy === 'steer') return steerProblem(context, ['interrupt']);
  // A longer text counts as one more.
  const isLonger = command.message != null && command.message.length > entry.message.length;
  return isLonger ? fullProblem(context, without(context.queue, entry)) : null;
}

function notQueued(context: SessionContext, command: QueueCommand): Problem {
  const { messageId } = command;
  const isWithAgent = receiptOf(context, command)?.isTakenBack === false;
  return isWithAgent
    ? problem('message_delivered', `message ${messageId} was already sent to the agent`, { messageId })
    : problem('not_found', `no message ${messageId} in the queue`, { messageId });
}

function steerProblem(context: SessionContext, supported: WhenBusy[]): Problem | null {
  if (context.input.steer) return null;
  return unsupported(context, 'steer', 'this agent does not support steering', { supported });
}

function queued({ queue }: SessionContext, messageId: string): QueuedMessage | undefined {
  return queue.find((entry) => entry.messageId === messageId);
}

function messageOf({ messageId, message, attachments }: QueuedMessage): UserMessage {
  return { messageId, message, attachments };
}

/** The entry with its new content, or the same entry if that is no other. */
function edited(entry: QueuedMessage, { message, attachments }: UpdateQueuedCommand): QueuedMessage {
  const next = { ...entry, message: message ?? entry.message };
  if (attachments && JSON.stringify(attachments) !== JSON.stringify(entry.attachments)) {
    return { ...next, attachments };
  }
  return next.message === entry.message ? entry : next;
}

function setQueue(scribe: Scribe, queue: Queue): void {
  scribe.remember({ queue, queueRevision: scribe.context.queueRevision + 1 });
}

function without(queue: Queue, entry: QueuedMessage): Queue {
  return queue.filter((other) => other !== entry);
}

/** The queue with an entry at an index. The others keep their ranks, unless there is none left between two of them. */
function placed(others: Queue, entry: QueuedMessage, index: number): Queue {
  const rank = rankBetween(others[index - 1]?.rank, others[index]?.rank);
  const queue = others.toSpliced(index, 0, { ...entry, rank: rank ?? 0 });
  return rank === null ? queue.map((each, place) => ({ ...each, rank: place + 1 })) : queue;
}

function rankBetween(before: number | undefined, after: number | undefined): number | null {
  if (before === undefined) return (after ?? 2) - 1;
  if (after === undefined) return before + 1;
  const middle = (before + after) / 2;
  return before < middle && middle < after ? middle : null;
}
