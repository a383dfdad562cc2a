import { z } from 'zod';
import type { Metadata } from '../../schema/index.js';
import { agentCommands } from '../kit/agent-commands.js';

/** The part of the `initialize` response that becomes session metadata. */
const InitializeResponse = z.object({
  claude_code_version: z.string().optional(),
  current_permission_mode: z.string().optional(),
  output_style: z.string().optional(),
  account: z.object({ apiKeySource: z.string().optional() }).optional(),
  models: z.array(z.object({ value: z.string(), resolvedModel: z.string().optional() })).default([]),
  commands: z
    .array(
      z.object({
        name: z.string(),
        description: z.string().optional(),
        argumentHint: z.string().optional(),
      }),
    )
    .default([]),
  agents: z.array(z.object({ name: z.string() })).default([]),
});

/** The CLI marks commands for its own use by two underscores. */
const isPublic = ({ name }: { name: string }) => !name.startsWith('__');

/** Older versions do not tell. */
export function versionIn(response: unknown): string | null {
  return InitializeResponse.safeParse(response).data?.claude_code_version ?? null;
}

/** Throws if the CLI has not taken its permission mode: it might do what it must not. Older versions do not tell. */
export function checkMode(response: unknown, requested: string): void {
  const mode = InitializeResponse.safeParse(response).data?.current_permission_mode ?? requested;
  if (mode !== requested) throw new Error(`Claude is in permission mode ${mode} instead of ${requested}`);
}

/** `requested` is the model of the session, or null for the CLI's default. */
export function readyMetadata(response: unknown, requested: string | null): Metadata {
  const parsed = InitializeResponse.safeParse(response);
  if (!parsed.success) return {};
  const { output_style, account, models, commands, agents } = parsed.data;
  const model = models.find(({ value }) => value === (requested ?? 'default'))?.resolvedModel ?? requested;
  return {
    ...(model === null ? {} : { model }),
    ...(output_style === undefined ? {} : { output_style }),
    ...(account?.apiKeySource === undefined ? {} : { api_key_source: account.apiKeySource }),
    models: models.map(({ value }) => value),
    commands: agentCommands(
      commands.map(({ argumentHint: hint, ...command }) => ({ ...command, hint })).filter(isPublic),
    ),
    agents: agents.map(({ name }) => name),
  };
}
