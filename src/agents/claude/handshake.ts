import { z } from 'zod';
import type { Metadata } from '../../schema/index.js';

/** The part of the `initialize` response that becomes session metadata. */
const InitializeResponse = z.object({
  claude_code_version: z.string().optional(),
  output_style: z.string().optional(),
  account: z.object({ apiKeySource: z.string().optional() }).optional(),
  models: z.array(z.object({ value: z.string(), resolvedModel: z.string().optional() })).default([]),
  commands: z.array(z.object({ name: z.string() })).default([]),
  agents: z.array(z.object({ name: z.string() })).default([]),
});

/** `requested` is the model of the session, or null for the CLI's default. */
export function readyMetadata(response: unknown, requested: string | null): Metadata {
  const parsed = InitializeResponse.safeParse(response);
  if (!parsed.success) return {};
  const { claude_code_version: version, output_style, account, models, commands, agents } = parsed.data;
  const model = models.find(({ value }) => value === (requested ?? 'default'))?.resolvedModel ?? requested;
  return {
    ...(version === undefined ? {} : { version }),
    ...(model === null ? {} : { model }),
    ...(output_style === undefined ? {} : { output_style }),
    ...(account?.apiKeySource === undefined ? {} : { api_key_source: account.apiKeySource }),
    models: models.map(({ value }) => value),
    commands: commands.map(({ name }) => name),
    agents: agents.map(({ name }) => name),
  };
}
