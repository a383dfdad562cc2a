import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Agent, mcpServers } from '../agents/agent.js';
import { type CreateSessionRequest, type OnAgentExit, ProblemError } from '../schema/index.js';
import type { SessionConfig } from './config.js';
import { randomId } from './ids.js';
import { firstSettings, type Offer } from './settings.js';

export interface CreateDefaults {
  onAgentExit: OnAgentExit;
  requestTimeoutMs: number | null;
  directory: string;
  /** The environment that MCP servers refer to. */
  env: NodeJS.ProcessEnv;
}

/** Checks the requested options against the agent's, and fills in defaults. */
export async function configOf(
  request: CreateSessionRequest,
  agent: Agent,
  offer: Offer,
  defaults: CreateDefaults,
  resume: string | null,
): Promise<SessionConfig> {
  // Agents use the skills of their own settings; a request cannot add any yet.
  if (request.skills) throw unsupported(agent, 'skills');
  if (resume !== null && !agent.capabilities.resume) throw unsupported(agent, 'resume');
  if (resume !== null) requireArgument('resume', resume);
  const env = environmentOf(request.env ?? {});
  const fork = forkOf(request, agent);
  const mcp = mcpOf(request, agent, { ...defaults.env, ...env });
  return {
    uid: randomId(12),
    agent: agent.id,
    ...(await firstSettings(request, agent, offer)),
    agentVersion: request.agentVersion ?? null,
    directory: await directoryOf(request.directory ?? defaults.directory),
    title: request.title ?? null,
    env,
    // A crash of a shared process is not the fault of a single session, and no reason to end them all.
    onAgentExit: agent.capabilities.sharedProcess ? 'resume' : (request.onAgentExit ?? defaults.onAgentExit),
    requestTimeoutMs: request.requestTimeoutMs ?? defaults.requestTimeoutMs,
    resume,
    fork,
    mcp,
  };
}

function forkOf({ fork, resume }: CreateSessionRequest, agent: Agent): boolean {
  if (!fork) return false;
  if (!agent.capabilities.fork) throw unsupported(agent, 'fork');
  if (resume != null) return true;
  throw new ProblemError('invalid_request', 'fork requires resume, the conversation to fork', {
    field: 'fork',
  });
}

/**
 * Refuses what an agent's command line would take for an option. Models, variants and modes need no such check: they are
 * compared with those that the agent offers.
 */
function requireArgument(field: string, value: string): void {
  if (!/^-|\p{Cc}/u.test(value) && value !== '') return;
  throw new ProblemError(
    'invalid_request',
    `${field} must not be empty, begin with a dash or contain control characters`,
    { field },
  );
}

function mcpOf({ mcp }: CreateSessionRequest, agent: Agent, env: NodeJS.ProcessEnv): SessionConfig['mcp'] {
  if (!mcp || Object.keys(mcp).length === 0) return {};
  if (!agent.capabilities.mcpServers) throw unsupported(agent, 'mcp servers');
  // Checked here rather than at the start of the agent, so that the client gets the error.
  mcpServers(mcp, env);
  return mcp;
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
  return new ProblemError('mode_not_supported', `${agent.name} does not support ${what}`, {
    agent: agent.id,
    supported: [],
    details: { mode: what },
  });
}
