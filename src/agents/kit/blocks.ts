import { z } from 'zod';
import type { ContentPart } from '../../schema/index.js';
import { given } from './native.js';

/** Content blocks of the Messages API. */

const Text = z.object({ type: z.literal('text'), text: z.string() });

const Image = z.object({
  type: z.literal('image'),
  source: z
    .object({
      type: z.string(),
      media_type: z.string().optional(),
      data: z.string().optional(),
      url: z.string().optional(),
    })
    .refine(
      ({ media_type, data, url }) => url !== undefined || (media_type !== undefined && data !== undefined),
      { error: 'neither data nor a URL' },
    ),
});

/** A block of unknown type, passed through unchanged. One of a known type that has changed is not understood. */
const other = (...known: readonly string[]) =>
  z
    .looseObject({ type: z.string().refine((type) => !known.includes(type), { error: 'malformed block' }) })
    .transform((block) => ({ type: 'other' as const, block }));

export const ResultBlock = z.union([Text, Image, other('text', 'image')]);
export type ResultBlock = z.infer<typeof ResultBlock>;

const content = z.union([z.string(), z.array(ResultBlock)]);

const toolUses = ['tool_use', 'server_tool_use', 'mcp_tool_use'] as const;

export const ToolUse = z.object({
  type: z.enum(toolUses),
  id: z.string(),
  name: z.string(),
  input: given,
});
export type ToolUse = z.infer<typeof ToolUse>;

export const ToolResult = z.object({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content,
  is_error: z.boolean().optional(),
});
export type ToolResult = z.infer<typeof ToolResult>;

export const AssistantBlock = z.union([
  Text,
  z.object({ type: z.literal('thinking'), thinking: z.string() }),
  z.object({ type: z.literal('redacted_thinking') }),
  ToolUse,
  other('text', 'thinking', 'redacted_thinking', ...toolUses),
]);
export type AssistantBlock = z.infer<typeof AssistantBlock>;

export const UserBlock = z.union([Text, ToolResult, Image, other('text', 'tool_result', 'image')]);
export type UserBlock = z.infer<typeof UserBlock>;

export const BlockUsage = z.object({
  input_tokens: z.number().optional(),
  output_tokens: z.number().optional(),
  cache_creation_input_tokens: z.number().optional(),
  cache_read_input_tokens: z.number().optional(),
});

export function resultText(result: ToolResult['content']): string {
  return typeof result === 'string' ? result : textOf(result);
}

/** The text blocks, joined by line breaks. */
export function textOf(blocks: readonly { type: string; text?: unknown }[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [String(block.text)] : [])).join('\n');
}

/** The parts of a tool's result other than text. `imagePath` returns the file of an image, given the next block. */
export function resultParts(
  result: ToolResult['content'],
  imagePath: (next: ResultBlock | undefined) => string | null | undefined = () => null,
): ContentPart[] {
  if (typeof result === 'string') return [];
  return result.flatMap((block, i): ContentPart[] => {
    if (block.type === 'text') return [];
    if (block.type === 'other') return [{ type: 'json', json: JSON.parse(JSON.stringify(block.block)) }];
    const { media_type: mime, data, url } = block.source;
    const path = imagePath(result[i + 1]) ?? url ?? `data:${mime};base64,${data}`;
    return [{ type: 'image', path, ...(mime === undefined ? {} : { mime }) }];
  });
}
