import { z } from 'zod';
import type { Metadata } from '../../schema/index.js';

/** What the CLI says of itself in answer to `initialize`, as far as a session is described by it. */
const Initialized = z.object({
  claude_code_version: z.string().optional(),
  output_style: z.string().optional(),
  account: z.object({ apiKeySource: z.string().optional() }).optional(),
  models: z.array(z.object({ value: z.string(), resolvedModel: z.string().optional() })).default([]),
  commands: z.array(z.object({ name: z.string() })).default([]),
  agents: z.array(z.object({ name: z.string() })).default([]),
});

/** `asked` is the model that was asked for; the CLI knows what the default one is. */
export function readyMetadata(answer: unknown, asked: string | null): Metadata {
  const parsed = Initialized.safeParse(answer);
  if (!parsed.success) return {};
  const { claude_code_version: version, output_style, account, models, commands, agents } = parsed.data;
  const model = models.find(({ value }) => value === (asked ?? 'default'))?.resolvedModel ?? asked;
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
