import { z } from 'zod';
import { Problem } from './problem.js';

/** A command or draft that a session refused. Refusals have no events: only the latest are kept, in memory. */
export const Refusal = z
  .object({
    sessionId: z.string(),
    number: z.int().positive().describe('1, 2, 3 … per session, since the session was loaded'),
    sequence: z.int().nonnegative().describe('The last event of the session at that time'),
    at: z.iso.datetime(),
    input: z.string().describe('command.reply, draft.item.delta …'),
    subject: z
      .string()
      .nullable()
      .describe("The id of the request or message, or the agent's own name of the item"),
    reason: z.string(),
    problem: Problem.nullable().describe('The answer to the client; null for a draft, which is not answered'),
    count: z.int().positive().describe('The number of consecutive occurrences'),
  })
  .meta({ id: 'Refusal' });
export type Refusal = z.infer<typeof Refusal>;

export const RefusalsResponse = z.object({ refusals: z.array(Refusal) }).meta({ id: 'RefusalsResponse' });
