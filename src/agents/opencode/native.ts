import { z } from 'zod';
import { Message, NativeError, Session } from './native-messages.js';
import { noticeSchemas } from './native-notices.js';
import { type NativePart, parsePart } from './native-parts.js';

export type { Notice, NoticeType } from './native-notices.js';

/** What the server sends on `/global/event`, a schema per `type`. Unknown fields pass, as a newer server may send more. */

const sessionID = z.string();
const messageID = z.string();
const partID = z.string();
const requestID = z.string();

/** The tool that asks, where one does. */
const Asker = z.object({ messageID, callID: z.string() });

const Question = z.object({
  question: z.string(),
  header: z.string().nullish(),
  options: z.array(z.object({ label: z.string(), description: z.string().nullish() })).nullish(),
  multiple: z.boolean().nullish(),
});

const eventSchemas = {
  'session.created': z.object({ info: Session }),
  'session.deleted': z.object({ info: Session }),
  'session.status': z.object({
    sessionID,
    status: z.object({
      type: z.string(),
      attempt: z.number().nullish(),
      message: z.string().nullish(),
      next: z.number().nullish().describe('When it tries again, in ms since 1970'),
    }),
  }),
  'session.idle': z.object({ sessionID }),
  'session.error': z.object({ sessionID: z.string().nullish(), error: NativeError.nullish() }),
  'session.compacted': z.object({ sessionID }),
  'message.updated': z.object({ info: Message }),
  'message.part.delta': z.object({ sessionID, messageID, partID, field: z.string(), delta: z.string() }),
  'message.part.removed': z.object({ sessionID, messageID, partID }),
  'permission.asked': z.object({
    id: requestID,
    sessionID,
    permission: z.string(),
    patterns: z.array(z.string()).default([]),
    always: z.array(z.string()).default([]),
    metadata: z.record(z.string(), z.unknown()).default({}),
    tool: Asker.nullish(),
  }),
  'permission.replied': z.object({ sessionID, requestID, reply: z.enum(['once', 'always', 'reject']) }),
  'question.asked': z.object({ id: requestID, sessionID, questions: z.array(Question).min(1) }),
  'question.replied': z.object({ sessionID, requestID, answers: z.array(z.array(z.string())) }),
  'question.rejected': z.object({ sessionID, requestID }),
  'todo.updated': z.object({
    sessionID,
    todos: z.array(z.object({ content: z.string(), status: z.string(), priority: z.string().default('') })),
  }),
};

const schemas = { ...eventSchemas, ...noticeSchemas };

type Schemas = typeof schemas;

export type Native =
  | { [T in keyof Schemas]: { type: T; id: string; properties: z.infer<Schemas[T]> } }[keyof Schemas]
  | { type: 'message.part.updated'; id: string; properties: { part: NativePart } };

export type NativeType = Native['type'];
export type NativeOf<T extends NativeType> = Extract<Native, { type: T }>;
export type PropertiesOf<T extends NativeType> = NativeOf<T>['properties'];

// A lookup by type and then one small schema: a delta must not pay for a union of all of them.
const byType = new Map<unknown, z.ZodType>(Object.entries(schemas));

export type Parsed = { ok: true; event: Native } | { ok: false; type: string | null; error: string };

export function parseNative(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, type: null, error: 'not JSON' };
  }
  if (typeof value !== 'object' || value === null)
    return { ok: false, type: null, error: 'not a JSON object' };
  return parseEvent(value as RawEvent);
}

interface RawEvent {
  id?: unknown;
  type?: unknown;
  properties?: unknown;
}

function parseEvent({ id: given, type, properties }: RawEvent): Parsed {
  if (typeof type !== 'string') return { ok: false, type: null, error: 'a type that is no string' };
  const id = typeof given === 'string' ? given : '';
  if (type === 'message.part.updated') return parsePartEvent(id, properties);
  const schema = byType.get(type);
  if (schema === undefined) return { ok: false, type, error: `unknown event ${type}` };
  const result = schema.safeParse(properties);
  if (!result.success)
    return { ok: false, type: null, error: `malformed ${type}: ${z.prettifyError(result.error)}` };
  return { ok: true, event: { type, id, properties: result.data } as unknown as Native };
}

function parsePartEvent(id: string, properties: unknown): Parsed {
  const part = typeof properties === 'object' && properties !== null && 'part' in properties;
  const parsed = parsePart(part ? properties.part : undefined);
  if (parsed.ok)
    return { ok: true, event: { type: 'message.part.updated', id, properties: { part: parsed.part } } };
  return { ok: false, type: parsed.type === null ? null : partEvent(parsed.type), error: parsed.error };
}

/** What the update of a part is called where it is dropped by name. */
export const partEvent = (type: string) => `message.part.updated/${type}`;
