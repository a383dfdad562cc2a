import { z } from 'zod';
import { ToolKind } from './vocabulary.js';

// Registered in place: `meta` would name a copy, and the recursive schema itself would stay without an id.
const Json = z.json().register(z.globalRegistry, { id: 'Json', description: 'Any JSON value' });

/** Takes the place of a value that is too long for an event. */
export const LongValueRef = z
  .object({
    truncated: z.literal(true),
    bytes: z.int().nonnegative(),
    href: z.string().describe('Where the whole value is served as JSON'),
  })
  .meta({ id: 'LongValueRef' });
export type LongValueRef = z.infer<typeof LongValueRef>;

/** The content of an item, discriminated by `type`. */
export const TextPart = z.object({ type: z.literal('text'), text: z.string() }).meta({ id: 'TextPart' });
export const JsonPart = z.object({ type: z.literal('json'), json: Json }).meta({ id: 'JsonPart' });
export const ToolCallPart = z
  .object({
    type: z.literal('tool_call'),
    name: z.string(),
    arguments: z.string().describe('The arguments as a JSON string'),
    call_id: z.string(),
    kind: ToolKind.optional().describe('Missing in events before 0.3: other'),
    title: z
      .string()
      .optional()
      .describe('A short line for humans: the command, the path, the search pattern'),
  })
  .meta({ id: 'ToolCallPart' });
export const ToolResultPart = z
  .object({
    type: z.literal('tool_result'),
    call_id: z.string().describe('The call_id of an earlier tool_call part'),
    output: z.string(),
  })
  .meta({ id: 'ToolResultPart' });
export const FileRefPart = z
  .object({
    type: z.literal('file_ref'),
    path: z.string(),
    action: z.enum(['read', 'write', 'patch']),
    diff: z.union([z.string(), LongValueRef]).nullish().describe('A unified diff'),
  })
  .meta({ id: 'FileRefPart' });
export const ReasoningPart = z
  .object({
    type: z.literal('reasoning'),
    text: z.string(),
    visibility: z.enum(['public', 'private']),
  })
  .meta({ id: 'ReasoningPart' });
export const ImagePart = z
  .object({ type: z.literal('image'), path: z.string(), mime: z.string().nullish() })
  .meta({ id: 'ImagePart' });
export const StatusPart = z
  .object({
    type: z.literal('status'),
    label: z.string(),
    detail: z.string().nullish(),
  })
  .meta({ id: 'StatusPart' });

export const ContentPart = z
  .discriminatedUnion('type', [
    TextPart,
    JsonPart,
    ToolCallPart,
    ToolResultPart,
    FileRefPart,
    ReasoningPart,
    ImagePart,
    StatusPart,
  ])
  .meta({ id: 'ContentPart' });

export type ContentPart = z.infer<typeof ContentPart>;
export type ToolCallPart = z.infer<typeof ToolCallPart>;
export type ToolResultPart = z.infer<typeof ToolResultPart>;
