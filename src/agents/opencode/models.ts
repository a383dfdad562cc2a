import { z } from 'zod';
import type { AgentModeInfo, AgentModelsResponse } from '../../schema/index.js';
import type { OpenCodeServer } from './server.js';

/** Only what is passed on is read, as the answer holds the keys of all providers. */
const Providers = z.object({
  providers: z.array(
    z.object({
      id: z.string(),
      models: z.record(
        z.string(),
        z.object({
          name: z.string().nullish(),
          variants: z.record(z.string(), z.unknown()).nullish(),
        }),
      ),
    }),
  ),
  default: z.record(z.string(), z.string()).nullish(),
});

const Config = z.object({ model: z.string().nullish(), default_agent: z.string().nullish() });

const Agents = z.array(
  z.object({
    name: z.string(),
    mode: z.string(),
    hidden: z.boolean().nullish(),
    description: z.string().nullish(),
  }),
);

type Server = Pick<OpenCodeServer, 'call'>;

/** The models of the user's providers, each as `provider/model`, with its variants. */
export async function listModels(server: Server): Promise<AgentModelsResponse> {
  const [listed, config] = await Promise.all([server.call('GET', '/config/providers'), configOf(server)]);
  const { providers, default: defaults } = Providers.parse(listed);
  const models = providers.flatMap((provider) =>
    Object.entries(provider.models).map(([id, { name, variants }]) => ({
      id: `${provider.id}/${id}`,
      name: name ?? null,
      variants: Object.keys(variants ?? {}),
      defaultVariant: null,
    })),
  );
  const [first] = providers;
  const fallback = first && defaults?.[first.id] ? `${first.id}/${defaults[first.id]}` : null;
  return { models, defaultModel: config.model ?? fallback };
}

/** The agents that a user can talk to, without sub-agents. */
export async function listModes(server: Server): Promise<AgentModeInfo[]> {
  const [listed, config] = await Promise.all([server.call('GET', '/agent'), configOf(server)]);
  const usual = config.default_agent ?? 'build';
  return Agents.parse(listed)
    .filter(({ mode, hidden }) => mode !== 'subagent' && hidden !== true)
    .map(({ name, description }) => ({ id: name, name: titled(name), description: description ?? '' }))
    .sort((a, b) => Number(b.id === usual) - Number(a.id === usual));
}

async function configOf(server: Server) {
  return Config.parse(await server.call('GET', '/config'));
}

const titled = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
