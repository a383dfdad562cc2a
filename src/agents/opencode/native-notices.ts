import { z } from 'zod';
import { Message, Session } from './native-messages.js';

/** What our own connection tells beside the server's events: what it asked for, and what no event tells. */

const sessionID = z.string();

export const noticeSchemas = {
  /** Once at the start: the session as the server answered it. */
  'greenroom.session': z.object({ info: Session, resumed: z.boolean() }),
  /** Right before a prompt is posted. With the `turnId` of a turn that runs it goes into that turn. */
  'greenroom.prompted': z.object({
    sessionID,
    turnId: z.string(),
    messageID: z.string().optional().describe("What the server shall call the user's message"),
    clientMessageId: z.string().optional().describe('What our client calls it'),
  }),
  /** The server would not take the prompt. */
  'greenroom.refused': z.object({
    sessionID,
    turnId: z.string(),
    message: z.string(),
    status: z.number().nullable(),
    name: z.string().optional(),
  }),
  /** An idle came too early, and nothing after it: the turn is over all the same. */
  'greenroom.idle': z.object({ sessionID }),
  /** The server tried often enough. It is being told to stop; the turn ends with the idle that follows. */
  'greenroom.gave_up': z.object({ sessionID, attempt: z.number(), message: z.string() }),
  /** Events were lost: the messages of the running turn as they are now. */
  'greenroom.healed': z.object({
    sessionID,
    messages: z.array(z.object({ info: Message, parts: z.array(z.unknown()) })),
    status: z.enum(['busy', 'idle']),
  }),
};

export type NoticeType = keyof typeof noticeSchemas;
/** A notice as the connection makes it. */
export type Notice = {
  [T in NoticeType]: { type: T; properties: z.input<(typeof noticeSchemas)[T]> };
}[NoticeType];
