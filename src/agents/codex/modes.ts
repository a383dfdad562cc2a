import { z } from 'zod';
import type { AgentModeInfo, SessionSettings } from '../../schema/index.js';
import type { MissingMode } from '../agent.js';
import { RpcError } from '../kit/json-rpc.js';
import { isPlanning } from './policy.js';
import type { CodexServer } from './server.js';

export const modes: AgentModeInfo[] = [
  { id: 'build', name: 'Build', description: 'Does the work, and asks where the permission mode says so' },
  { id: 'plan', name: 'Plan', description: 'Reads, asks questions and proposes a plan' },
];

const Listed = z.object({ data: z.array(z.object({ mode: z.string().nullish() })) });

/**
 * The plan mode, if the settings need it and the program lacks it. That has to be asked: Codex ignores parameters that
 * it does not know, so a program without the mode would do the work instead of planning it.
 */
export async function missingMode(
  settings: SessionSettings,
  server: Pick<CodexServer, 'request' | 'version'>,
): Promise<MissingMode | null> {
  if (!isPlanning(settings) || (await hasPlanMode(server))) return null;
  const field = settings.permissionMode === 'plan' ? 'permissionMode' : 'agentMode';
  return { field, version: server.version };
}

async function hasPlanMode(server: Pick<CodexServer, 'request'>): Promise<boolean> {
  try {
    const { data } = Listed.parse(await server.request('collaborationMode/list', {}));
    return data.some(({ mode }) => mode === 'plan');
  } catch (error) {
    if (error instanceof RpcError || error instanceof z.ZodError) return false;
    throw error;
  }
}
