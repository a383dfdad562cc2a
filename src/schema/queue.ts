import { z } from 'zod';
import { Attachment } from './command.js';

/** A message that waits for the running turn to end. */
export const QueueEntry = z
  .object({
    messageId: z.string(),
    message: z.string(),
    attachments: z.array(Attachment),
    revision: z.int().positive().describe('Grows with each change of the message or its place'),
    position: z.int().nonnegative().describe('From 0, which is sent next'),
    queuedAt: z.string(),
  })
  .meta({ id: 'QueueEntry' });
export type QueueEntry = z.infer<typeof QueueEntry>;

export const SessionQueue = z
  .object({
    revision: z.int().nonnegative().describe('Grows with each change of the queue'),
    entries: z.array(QueueEntry).describe('In the order in which they will be sent'),
  })
  .meta({ id: 'SessionQueue' });
export type SessionQueue = z.infer<typeof SessionQueue>;

/** How to send a queued message without waiting for the end of the turn. */
export const SendNow = z.enum(['steer', 'interrupt']);
export type SendNow = z.infer<typeof SendNow>;

export const UpdateQueuedRequest = z
  .object({
    message: z.string().min(1).nullish(),
    attachments: z.array(Attachment).nullish().describe('Replaces all of them'),
    position: z
      .int()
      .nonnegative()
      .nullish()
      .describe('Its new place, from 0; beyond the end of the queue is the end'),
    whenBusy: SendNow.nullish().describe(
      'Send it now: steer it into the running turn, or interrupt the turn and send it next',
    ),
  })
  .meta({ id: 'UpdateQueuedRequest' });
