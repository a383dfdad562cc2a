import { useEffect, useState } from 'react';
import type {
  AgentCapabilities,
  AgentInfo,
  AgentModeInfo,
  AgentModelsResponse,
  GreenroomClient,
} from '../../client/index.js';
import { useGreenroom } from '../../client/react/index.js';

export interface AgentOptions {
  modes: AgentModeInfo[];
  models: AgentModelsResponse['models'];
  defaultModel: string | null;
}

/** The daemon's agents; null while loading. */
export function useAgents(): { agents: AgentInfo[] | null; problem: string | null } {
  const client = useGreenroom();
  const [agents, setAgents] = useState<AgentInfo[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    client.agents.list().then(setAgents, (error: Error) => setProblem(error.message));
  }, [client]);
  return { agents, problem };
}

/** Listing them may start the agent's program, so each page does it once. */
const optionsCache = new WeakMap<GreenroomClient, Map<string, Promise<AgentOptions>>>();

function optionsOf(client: GreenroomClient, agent: string): Promise<AgentOptions> {
  const known = optionsCache.get(client) ?? new Map<string, Promise<AgentOptions>>();
  optionsCache.set(client, known);
  const cached = known.get(agent);
  if (cached) return cached;
  const request = readOptions(client, agent).catch(() => {
    // The next use tries again.
    known.delete(agent);
    return noOptions;
  });
  known.set(agent, request);
  return request;
}

const noOptions: AgentOptions = { modes: [], models: [], defaultModel: null };

/** Rejects if neither can be listed. */
async function readOptions(client: GreenroomClient, agent: string): Promise<AgentOptions> {
  const [modes, models] = await Promise.allSettled([client.agents.modes(agent), client.agents.models(agent)]);
  if (modes.status === 'rejected' && models.status === 'rejected') throw modes.reason;
  const known: AgentModelsResponse = models.status === 'fulfilled' ? models.value : { models: [] };
  return {
    modes: modes.status === 'fulfilled' ? modes.value : [],
    models: known.models,
    defaultModel: known.defaultModel ?? null,
  };
}

/**
 * An agent's modes and models. Both are empty if it cannot list them, e.g. without a key; it can still be used. null
 * while loading, and without an agent.
 */
export function useAgentOptions(agent: string): AgentOptions | null {
  const client = useGreenroom();
  const [options, setOptions] = useState<{ of: string; options: AgentOptions } | null>(null);
  useEffect(() => {
    let isStale = false;
    if (agent === '') return;
    void optionsOf(client, agent).then((options) => !isStale && setOptions({ of: agent, options }));
    return () => {
      isStale = true;
    };
  }, [client, agent]);
  return options?.of === agent ? options.options : null;
}

/** Cached: which agents are installed may change while the page is open, but not their capabilities. */
const cache = new WeakMap<GreenroomClient, Promise<AgentInfo[]>>();

/** An agent's capabilities; null while loading. */
export function useCapabilities(agent: string | null): AgentCapabilities | null {
  return useAgent(agent)?.capabilities ?? null;
}

/** What the daemon knows of an agent; null while loading. */
export function useAgent(agent: string | null): AgentInfo | null {
  const client = useGreenroom();
  const [agents, setAgents] = useState<AgentInfo[]>([]);
  useEffect(() => {
    let isStale = false;
    const request = cache.get(client) ?? client.agents.list();
    cache.set(client, request);
    request.then(
      (agents) => !isStale && setAgents(agents),
      // Without capabilities the features that need them are hidden; the next use retries.
      () => cache.delete(client),
    );
    return () => {
      isStale = true;
    };
  }, [client]);
  return agents.find(({ id }) => id === agent) ?? null;
}
