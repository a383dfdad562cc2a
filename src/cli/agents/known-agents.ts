import { type Agent, agents, declaredAgents, presetIds, presetOf } from '../../agents/index.js';
import { version } from '../../server/version.js';
import { configurationFor } from '../configuration/configuration.js';
import { EXIT } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';

/** The agents of a daemon on the data folder: the built-in ones, and those that its configuration declares. */
export async function knownAgents(data: string): Promise<readonly Agent[]> {
  const configuration = await configurationFor({ settings: { data } });
  return [...agents, ...declaredAgents(configuration.agents, version)];
}

/** One of them, or one whose preset is known: its program can be fetched before it is added. */
export async function agentNamed(id: string, data: string): Promise<Agent> {
  const known = await knownAgents(data);
  const found = known.find((agent) => agent.id === id);
  if (found) return found;
  const preset = presetOf(id);
  if (preset) return declaredAgents({ [id]: preset }, version)[0]!;
  const ids = new Set([...known.map((agent) => agent.id), ...presetIds]);
  throw new UsageError(`unknown agent ${id}; choose one of ${[...ids].join(', ')}`, EXIT.usage);
}
