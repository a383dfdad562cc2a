import type { Agent, AgentRuntime } from '../agents/agent.js';
import {
  type ConfigureSessionRequest,
  type CreateSessionRequest,
  ProblemError,
  type SessionSettings,
} from '../schema/index.js';

export type Offer = Pick<AgentRuntime, 'modes' | 'models' | 'missingMode'>;

/** The settings of a new session: the requested ones, checked against the agent's options, and defaults. */
export async function firstSettings(
  request: CreateSessionRequest,
  agent: Agent,
  offer: Offer,
): Promise<SessionSettings> {
  const agentMode = await modeOf(request.agentMode, agent, offer);
  const { model, variant } = await modelOf(request, agent, offer);
  const permissionMode = permissionModeOf(request.permissionMode, agent);
  return available({ model, variant, agentMode, permissionMode }, agent, offer);
}

/** The settings of a session after a change. Omitted settings stay the same. */
export async function settingsOf<Now extends SessionSettings & { title: string | null }>(
  request: ConfigureSessionRequest,
  agent: Agent,
  offer: Offer,
  now: Now,
): Promise<SessionSettings & { title: string | null }> {
  const { model, variant, agentMode, permissionMode, title } = request;
  // Effort levels belong to a model: another model starts with its own default.
  const kept =
    model === undefined ? { model: now.model, variant: variant ?? now.variant } : { model, variant };
  const settings: SessionSettings = {
    ...(model === undefined && variant === undefined
      ? { model: now.model, variant: now.variant }
      : await modelOf(kept, agent, offer)),
    agentMode: agentMode === undefined ? now.agentMode : await modeOf(agentMode, agent, offer),
    permissionMode:
      permissionMode === undefined ? now.permissionMode : permissionModeOf(permissionMode, agent),
  };
  return {
    ...(isEmpty(changesIn(now, settings)) ? settings : await available(settings, agent, offer)),
    title: title === undefined ? now.title : title,
  };
}

/** Settings that the installed version of the agent's program can take. */
async function available(settings: SessionSettings, agent: Agent, offer: Offer): Promise<SessionSettings> {
  const missing = await offer.missingMode?.(settings);
  if (!missing) return settings;
  const { field, version } = missing;
  const asked = settings[field];
  const all = field === 'agentMode' ? (await offer.modes()).map(({ id }) => id) : agent.permissionModes;
  const supported = all.filter((mode) => mode !== asked);
  const name = `${agent.name} ${version ?? ''}`.trim();
  throw notOffered({ id: agent.id, name }, field, asked, supported);
}

const isEmpty = (changes: object) => Object.keys(changes).length === 0;

const names = {
  model: 'model',
  variant: 'variant',
  agentMode: 'mode',
  permissionMode: 'permissions',
} as const satisfies Record<keyof SessionSettings, string>;

const keys = Object.keys(names) as (keyof SessionSettings)[];

/** The settings that differ, with their new values. */
export function changesIn(before: SessionSettings, after: SessionSettings): Partial<SessionSettings> {
  const changed = keys.filter((key) => before[key] !== after[key]);
  return Object.fromEntries(changed.map((key) => [key, after[key]]));
}

/** Empty if nothing changes. */
export function inWords(changes: Partial<SessionSettings>): string {
  return keys
    .filter((key) => changes[key] !== undefined)
    .map((key) => `${names[key]}: ${changes[key] ?? 'default'}`)
    .join(', ');
}

function permissionModeOf(asked: SessionSettings['permissionMode'] | null | undefined, agent: Agent) {
  const mode = asked ?? 'default';
  if (!agent.permissionModes.includes(mode))
    throw notOffered(agent, 'permissionMode', mode, agent.permissionModes);
  return mode;
}

async function modeOf(asked: string | null | undefined, agent: Agent, offer: Offer): Promise<string> {
  const modes = (await offer.modes()).map((mode) => mode.id);
  if (asked == null) return modes[0] ?? 'default';
  if (!modes.includes(asked)) throw notOffered(agent, 'agentMode', asked, modes);
  return asked;
}

type Asked = { [K in 'model' | 'variant']?: string | null | undefined };

async function modelOf({ model, variant }: Asked, agent: Agent, offer: Offer) {
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

function notOffered(
  agent: Pick<Agent, 'id' | 'name'>,
  field: string,
  asked: string,
  supported: readonly string[],
): ProblemError {
  const offer = supported.length > 0 ? `it offers ${supported.join(', ')}` : 'it offers none';
  return new ProblemError('mode_not_supported', `${agent.name} has no ${field} ${asked}; ${offer}`, {
    agent: agent.id,
    field,
    supported,
    details: { mode: asked },
  });
}
