import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Agent } from '../agents/agent.js';
import {
  type CreateSessionRequest,
  type OnAgentExit,
  ProblemError,
  type SessionSettings,
} from '../schema/index.js';
import type { SessionConfig } from './config.js';
import { randomId } from './ids.js';
import type { Policy } from './policy.js';
import type { Secrets } from './secrets/index.js';
import { firstSettings, type Offer } from './settings.js';

export interface CreateDefaults {
  onAgentExit: OnAgentExit;
  requestTimeoutMs: number | null;
  directory: string;
}

export interface CreateDeps {
  defaults: CreateDefaults;
  offer: Offer;
  secrets: Pick<Secrets, 'add'>;
  policy: Policy;
}

/** Checks the requested options against the agent's, and fills in defaults. */
export async function configOf(
  sessionId: string,
  request: CreateSessionRequest,
  agent: Agent,
  resume: string | null,
  { defaults, offer, secrets, policy }: CreateDeps,
): Promise<Omit<SessionConfig, 'token'>> {
  refuseSkills(request, agent);
  if (resume !== null && !agent.capabilities.resume) throw unsupported(agent, 'resume');
  if (resume !== null) requireArgument('resume', resume);
  const fork = forkOf(request, agent);
  requireMcpSupport(request.mcp, agent);
  const uid = randomId(12);
  const config = {
    uid,
    agent: agent.id,
    ...(await settingsFor(request, agent, { offer, policy })),
    agentVersion: request.agentVersion ?? null,
    directory: await directoryOf(request.directory ?? defaults.directory, policy),
    title: request.title ?? null,
    // A crash of a shared process is not the fault of a single session, and no reason to end them all.
    onAgentExit: agent.capabilities.sharedProcess ? 'resume' : (request.onAgentExit ?? defaults.onAgentExit),
    requestTimeoutMs: request.requestTimeoutMs ?? defaults.requestTimeoutMs,
    trust: request.trust ?? null,
    folderDecision: null,
    resume,
    fork,
    tapes: [],
  };
  const { env, mcp } = request;
  // Last: secrets are kept for sessions only that nothing else speaks against.
  return { ...config, ...secrets.add({ sessionId, uid }, { env: env ?? {}, mcp: mcp ?? {} }) };
}

/** What the request leaves out is as the operator wants it, and what it asks for must be allowed. */
async function settingsFor(
  request: CreateSessionRequest,
  agent: Agent,
  { offer, policy }: Pick<CreateDeps, 'offer' | 'policy'>,
): Promise<SessionSettings> {
  const { model, agentMode } = policy.of(agent.id);
  const permissionMode = request.permissionMode ?? policy.defaultMode(agent.id);
  policy.require({ agent: agent.id, permissionMode });
  const preset = {
    agentMode: request.agentMode ?? agentMode,
    // A variant belongs to the model that it was asked for with.
    model: request.model ?? (request.variant == null ? model : null),
    permissionMode,
  };
  return firstSettings({ ...request, ...preset }, agent, offer);
}

/** Agents look for skills in folders of their own; none takes them from whoever starts it. */
function refuseSkills({ skills }: CreateSessionRequest, agent: Agent): void {
  if (!skills) return;
  const advice = agent.skillsFolder
    ? `upload them to ${agent.skillsFolder} in the session's folder first, with POST /v1/fs/upload-batch`
    : 'it has no such thing';
  throw new ProblemError('mode_not_supported', `${agent.name} takes no skills from a request; ${advice}`, {
    agent: agent.id,
    supported: [],
    details: { mode: 'skills' },
  });
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

export function requireMcpSupport(mcp: object | null | undefined, agent: Agent): void {
  if (!mcp || Object.keys(mcp).length === 0) return;
  if (!agent.capabilities.mcpServers) throw unsupported(agent, 'mcp servers');
}

async function directoryOf(asked: string, policy: Policy): Promise<string> {
  const directory = resolve(asked);
  const found = await stat(directory).catch(() => null);
  if (!found?.isDirectory()) {
    throw new ProblemError('invalid_request', `directory ${directory} does not exist`, {
      field: 'directory',
    });
  }
  await policy.requireFolder(directory);
  return directory;
}

function unsupported(agent: Agent, what: string): ProblemError {
  return new ProblemError('mode_not_supported', `${agent.name} does not support ${what}`, {
    agent: agent.id,
    supported: [],
    details: { mode: what },
  });
}
