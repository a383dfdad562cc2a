import { resolve } from 'node:path';
import type { AgentInfo, CreatedSession, GreenroomClient } from '../../client/index.js';
import { EXIT } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';
import type { SessionFlags } from './flags.js';

const MOCK = 'mock';

export interface Words {
  agent: string;
  /** Why it is this agent, where the user may wonder. */
  hint: string | null;
  /** What is left of the words. */
  prompt: string;
}

/** The agent and the prompt. The first word is the agent if it is the id of one, else it is the usual agent. */
export async function readWords(
  client: GreenroomClient,
  words: readonly string[],
  flags: Pick<SessionFlags, 'agent'>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Words> {
  const agents = await client.agents.list();
  const [first = '', ...rest] = words;
  if (flags.agent !== undefined) return { agent: flags.agent, hint: null, prompt: words.join(' ') };
  if (agents.some(({ id }) => id === first)) return { agent: first, hint: null, prompt: rest.join(' ') };
  const usual = env.GREENROOM_AGENT ? { agent: env.GREENROOM_AGENT, hint: null } : defaultAgent(agents);
  return { ...usual, prompt: words.join(' ') };
}

/** The first agent that is installed and has credentials, else the first that is installed, else the mock agent. */
function defaultAgent(agents: readonly AgentInfo[]): Omit<Words, 'prompt'> {
  const installed = agents.filter(({ id, installed: is }) => is && id !== MOCK);
  const found = installed.find(({ credentialsAvailable }) => credentialsAvailable) ?? installed[0];
  if (found) return { agent: found.id, hint: null };
  const hint = 'No agent is installed, so this is the mock agent, which only plays. See: greenroom agents';
  return { agent: MOCK, hint };
}

export async function createSession(
  client: GreenroomClient,
  agent: string,
  flags: SessionFlags,
): Promise<CreatedSession> {
  const { model, variant, mode, agentMode, title, env, resume, trust } = flags;
  const session = await client.sessions.create({
    agent,
    directory: resolve(flags.directory ?? '.'),
    ...(model !== undefined && { model }),
    ...(variant !== undefined && { variant }),
    ...(mode !== undefined && { permissionMode: mode }),
    ...(agentMode !== undefined && { agentMode }),
    ...(title !== undefined && { title }),
    ...(env !== undefined && { env }),
    ...(resume !== undefined && { resume }),
    ...(trust !== undefined && { trust }),
  });
  const { healthy, error } = session.created;
  if (!healthy && error) throw new UsageError(`${agent} did not start: ${error.message}`, EXIT.failure);
  return session;
}
