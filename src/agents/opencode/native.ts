import { z } from 'zod';
import { field, hasFields, type MessageOf, type Native, nativeParser, type Parsed } from '../kit/native.js';
import { Message, NativeError, Session } from './native-messages.js';
import { isKnownPart, Part } from './native-parts.js';

/** The events of `/global/event`, a schema for the `properties` of each. Unknown fields pass. */

const sessionID = z.string();
const messageID = z.string();
const partID = z.string();
const requestID = z.string();

const Question = z.object({
  question: z.string(),
  header: z.string(),
  options: z.array(z.object({ label: z.string(), description: z.string() })),
  multiple: z.boolean().optional(),
});

export const PermissionRequest = z.object({
  id: requestID,
  sessionID,
  permission: z.string(),
  patterns: z.array(z.string()),
  always: z.array(z.string()).describe('The patterns that `always` would allow'),
  metadata: z.record(z.string(), z.unknown()),
  tool: z.object({ messageID, callID: z.string() }).optional().describe('The tool that asks'),
});
export type PermissionRequest = z.infer<typeof PermissionRequest>;

export const QuestionRequest = z.object({
  id: requestID,
  sessionID,
  questions: z.array(Question).min(1),
});
export type QuestionRequest = z.infer<typeof QuestionRequest>;

export const schemas = {
  'session.created': z.object({ info: Session }),
  'session.updated': z.object({ eventID: z.string(), info: Session }),
  'session.deleted': z.object({ info: Session }),
  'session.status': z.object({
    sessionID,
    status: z
      .object({
        type: z.string(),
        attempt: z.number().optional(),
        message: z.string().optional(),
        next: z.number().optional().describe('The time of the next attempt, in ms since 1970'),
      })
      .refine(hasFields({ retry: ['attempt', 'message', 'next'] }), { error: 'an incomplete status' }),
  }),
  'session.idle': z.object({ sessionID }),
  'session.error': z.object({ sessionID: z.string().nullish(), error: NativeError }),
  'session.compacted': z.object({ sessionID }),
  'message.updated': z.object({ info: Message }),
  'message.part.updated': z.object({ part: Part }),
  'message.part.delta': z.object({ sessionID, messageID, partID, field: z.string(), delta: z.string() }),
  'message.part.removed': z.object({ sessionID, messageID, partID }),
  'permission.asked': PermissionRequest,
  'permission.replied': z.object({ sessionID, requestID, reply: z.enum(['once', 'always', 'reject']) }),
  'question.asked': QuestionRequest,
  'question.replied': z.object({ sessionID, requestID, answers: z.array(z.array(z.string())) }),
  'question.rejected': z.object({ sessionID, requestID }),
  'todo.updated': z.object({
    eventID: z.string(),
    sessionID,
    todos: z.array(z.object({ content: z.string(), status: z.string(), priority: z.string() })),
  }),
};

export type EventSchemas = typeof schemas;
export type NativeEvent = Native<EventSchemas>;
export type EventName = NativeEvent['name'];
export type PropertiesOf<N extends EventName> = MessageOf<EventSchemas, N>;
export type ParsedEvent = Parsed<EventSchemas>;

const PART_UPDATED = 'message.part.updated';

/** The name of an update of a part that has no schema. */
export const partEvent = (type: string) => `${PART_UPDATED}/${type}`;

export const parser = nativeParser(schemas, {
  nameOf(event) {
    const type = field(event, 'type');
    if (typeof type !== 'string') return null;
    if (type !== PART_UPDATED) return type;
    const part = field(field(field(event, 'properties'), 'part'), 'type');
    return typeof part !== 'string' || isKnownPart(part) ? type : partEvent(part);
  },
  bodyOf(event, name) {
    const properties = field(event, 'properties');
    // Neither titles nor lists of todos have an id of their own.
    if (name === 'todo.updated' || name === 'session.updated')
      return { ...Object(properties), eventID: field(event, 'id') };
    return properties;
  },
});

/** The session and the message that an event is about; null where it is about none. */
export function subjectOf({ name, message }: NativeEvent): {
  session: string | null;
  message: string | null;
} {
  switch (name) {
    case 'session.created':
    case 'session.updated':
    case 'session.deleted':
      return { session: message.info.id, message: null };
    case 'message.updated':
      return { session: message.info.sessionID, message: message.info.id };
    case 'message.part.updated':
      return { session: message.part.sessionID, message: message.part.messageID };
    case 'message.part.delta':
    case 'message.part.removed':
      return { session: message.sessionID, message: message.messageID };
    default:
      return { session: message.sessionID ?? null, message: null };
  }
}
