import { type Agent, type Program, programVariable } from '../../agents/index.js';
import type { Configuration } from '../../configuration/index.js';
import { configurationFor } from '../configuration/configuration.js';
import { UsageError } from '../usage-error.js';

/** The program that the daemon would use; null if there is none. */
async function programOf(agent: Agent, data: string): Promise<Program | null> {
  return locateAs(agent, data, await configurationFor({ settings: { data } }));
}

/** By a configuration, if there is a valid one. */
export async function locateAs(
  agent: Agent,
  data: string,
  configuration: Configuration | null,
): Promise<Program | null> {
  const configured = configuration?.agents[agent.id];
  const chosen = configured && 'program' in configured ? configured.program : undefined;
  const env = chosen === undefined ? process.env : { ...process.env, [programVariable(agent.id)]: chosen };
  return agent.locate(env, data);
}

export async function requireProgram(agent: Agent, data: string): Promise<Program> {
  const program = await programOf(agent, data);
  if (program) return program;
  throw new UsageError(
    `${agent.name} is not installed; install it with: greenroom agents install ${agent.id}`,
  );
}

/** Without Greenroom's settings, one of which is its token, and without those of an agent that this runs in. */
export function environmentOf({ hiddenEnvironment = [] }: Agent, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(env).filter(
    ([name]) => !name.startsWith('GREENROOM_') && !hiddenEnvironment.includes(name),
  );
  return Object.fromEntries(entries);
}
