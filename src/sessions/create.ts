import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Agent, AgentHost } from '../agents/agent.js';
import { type CreateSessionRequest, type OnAgentExit, ProblemError } from '../schema/index.js';
import type { SessionConfig } from './config.js';
import { randomId } from './ids.js';

export interface CreateDefaults {
  onAgentExit: OnAgentExit;
  directory: string;
}

type Offer = Pick<AgentHost, 'modes' | 'models'>;

/** Checks what was asked for against what the agent offers, and fills in the defaults. */
export async function configOf(
  request: CreateSessionRequest,
  agent: Agent,
  offer: Offer,
  defaults: CreateDefaults,
  resume: string | null,
): Promise<SessionConfig> {
  // What an agent has in its own settings it has here too; none is given more by a request yet.
  if (request.mcp) throw unsupported(agent, 'mcp servers');
  if (request.skills) throw unsupported(agent, 'skills');
  if (resume !== null && !agent.capabilities.resume) throw unsupported(agent, 'resume');
  const agentMode = await modeOf(request.agentMode, agent, offer);
  const { model, variant } = await modelOf(request, agent, offer);
  const permissionMode = request.permissionMode ?? 'default';
  if (!agent.permissionModes.includes(permissionMode)) {
    throw notOffered(agent, 'permissionMode', permissionMode, agent.permissionModes);
  }
  return {
    uid: randomId(12),
    agent: agent.id,
    agentMode,
    agentVersion: request.agentVersion ?? null,
    directory: await directoryOf(request.directory ?? defaults.directory),
    model,
    variant,
    permissionMode,
    title: request.title ?? null,
    env: environmentOf(request.env ?? {}),
    // The crash of a process that sessions share is the fault of none of them, and no reason to end them all.
    onAgentExit: agent.capabilities.sharedProcess ? 'resume' : (request.onAgentExit ?? defaults.onAgentExit),
    resume,
  };
}

async function modeOf(asked: string | null | undefined, agent: Agent, offer: Offer): Promise<string> {
  const modes = (await offer.modes()).map((mode) => mode.id);
  if (asked == null) return modes[0] ?? 'default';
  if (!modes.includes(asked)) throw notOffered(agent, 'agentMode', asked, modes);
  return asked;
}

async function modelOf({ model, variant }: CreateSessionRequest, agent: Agent, offer: Offer) {
  if (model == null && variant == null) return { model: null, variant: null };
  const { models, defaultModel } = await offer.models();
  const id = model ?? defaultModel ?? null;
  const found = models.find((each) => each.id === id);
  if (!found) {
    const offered = models.map((each) => each.id);
    throw notOffered(agent, 'model', String(id), offered);
  }
  const variants = found.variants ?? [];
  if (variant != null && !variants.includes(variant)) throw notOffered(agent, 'variant', variant, variants);
  return { model: found.id, variant: variant ?? found.defaultVariant ?? null };
}

async function directoryOf(asked: string): Promise<string> {
  const directory = resolve(asked);
  const found = await stat(directory).catch(() => null);
  if (!found?.isDirectory()) {
    throw new ProblemError('invalid_request', `directory ${directory} does not exist`, {
      field: 'directory',
    });
  }
  return directory;
}

function environmentOf(env: Record<string, string>): Record<string, string> {
  for (const name of Object.keys(env)) {
    if (name === '' || name.includes('=') || name.includes('\0') || env[name]?.includes('\0')) {
      throw new ProblemError('invalid_request', `env: ${JSON.stringify(name)} cannot be set`, {
        field: 'env',
      });
    }
  }
  return env;
}

function unsupported(agent: Agent, what: string): ProblemError {
  return new ProblemError('mode_not_supported', `${agent.name} does not take ${what}`, { supported: [] });
}

function notOffered(agent: Agent, field: string, asked: string, supported: readonly string[]): ProblemError {
  const offer = supported.length > 0 ? `it offers ${supported.join(', ')}` : 'it offers none';
  return new ProblemError('mode_not_supported', `${agent.name} has no ${field} ${asked}; ${offer}`, {
    field,
    supported,
  });
}
