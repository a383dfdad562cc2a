import { z } from 'zod';

/** The content blocks of messages, as the Messages API has them. */

const Text = z.object({ type: z.literal('text'), text: z.string() });

const Image = z.object({
  type: z.literal('image'),
  source: z.object({
    type: z.string(),
    media_type: z.string().optional(),
    data: z.string().optional(),
    url: z.string().optional(),
  }),
});

/** A block that we have no word for: it is shown as it came. */
const Other = z.looseObject({ type: z.string() }).transform((block) => ({ type: 'other' as const, block }));

export const ResultBlock = z.union([Text, Image, Other]);
export type ResultBlock = z.infer<typeof ResultBlock>;

const content = z.union([z.string(), z.array(ResultBlock)]).optional();

export const ToolUse = z.object({
  type: z.enum(['tool_use', 'server_tool_use', 'mcp_tool_use']),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
});
export type ToolUse = z.infer<typeof ToolUse>;

export const ToolResult = z.object({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content,
  is_error: z.boolean().nullish(),
});
export type ToolResult = z.infer<typeof ToolResult>;

export const AssistantBlock = z.union([
  Text,
  z.object({ type: z.literal('thinking'), thinking: z.string() }),
  z.object({ type: z.literal('redacted_thinking') }),
  ToolUse,
  Other,
]);
export type AssistantBlock = z.infer<typeof AssistantBlock>;

export const UserBlock = z.union([Text, ToolResult, Image, Other]);
export type UserBlock = z.infer<typeof UserBlock>;
