import { z } from 'zod';
import { EventSource } from './event.js';
import { UniversalItem } from './item.js';
import { PermissionData, QuestionData } from './request.js';
import { StateValue } from './session.js';

/** Changes whenever a machine of an earlier version could not go on from it. */
export const CHECKPOINT_VERSION = 1;

const OpenItemAt = z.object({
  item: UniversalItem.describe('As it was started'),
  source: EventSource.describe('`daemon`: the run of a sub-agent'),
  text: z.string().describe('Its deltas so far, joined'),
  omitted: z.int().nonnegative().describe('How many characters are left out at the beginning of `text`'),
});

const PendingRequestAt = z.object({ sequence: z.int().positive().describe('The event that asked') });

/** A session as it was after an event: where a reader starts that does not read the events before. */
export const SessionCheckpoint = z
  .object({
    version: z.literal(CHECKPOINT_VERSION),
    sessionId: z.string(),
    sequence: z.int().nonnegative(),
    time: z.string().describe('Of the event; empty before the first one'),
    turn: z.object({ turn_id: z.string() }).nullable(),
    openItems: z.array(OpenItemAt).describe('Oldest first'),
    permissions: z.array(PendingRequestAt.extend({ data: PermissionData })),
    questions: z.array(PendingRequestAt.extend({ data: QuestionData })),
    machine: z
      .object({ value: StateValue, context: z.record(z.string(), z.unknown()) })
      .describe('For the machine of this version: what it needs to replay the events that follow'),
  })
  .meta({ id: 'SessionCheckpoint' });
export type SessionCheckpoint = z.infer<typeof SessionCheckpoint>;
