import { z } from 'zod';
import { Problem } from './problem.js';

/** What a session was told and did not take. No event tells of it: it is kept in memory, and only the latest. */
export const Refusal = z
  .object({
    sessionId: z.string(),
    number: z.int().positive().describe('1, 2, 3 … per session, since the daemon has it in memory'),
    sequence: z.int().nonnegative().describe('The last event that the session had then'),
    at: z.iso.datetime(),
    input: z.string().describe('command.reply, draft.item.delta …'),
    subject: z
      .string()
      .nullable()
      .describe("What it was about: a request's or message's id, or the agent's own name for an item"),
    reason: z.string(),
    problem: Problem.nullable().describe(
      'What the client was told; null for a draft, whose agent is told nothing',
    ),
    count: z.int().positive().describe('How often in a row'),
  })
  .meta({ id: 'Refusal' });
export type Refusal = z.infer<typeof Refusal>;

export const RefusalsResponse = z.object({ refusals: z.array(Refusal) }).meta({ id: 'RefusalsResponse' });
