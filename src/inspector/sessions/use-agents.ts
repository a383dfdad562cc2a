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

/** An agent's modes and models. Both are empty if it cannot list them, e.g. without a key; it can still be used. */
export function useAgentOptions(agent: string): AgentOptions | null {
  const client = useGreenroom();
  const [options, setOptions] = useState<{ of: string; options: AgentOptions } | null>(null);
  useEffect(() => {
    let isStale = false;
    if (agent === '') return;
    const modes = client.agents.modes(agent).catch(() => []);
    const models = client.agents.models(agent).catch((): AgentModelsResponse => ({ models: [] }));
    void Promise.all([modes, models]).then(([modes, { models, defaultModel }]) => {
      if (!isStale) setOptions({ of: agent, options: { modes, models, defaultModel: defaultModel ?? null } });
    });
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
  return agents.find(({ id }) => id === agent)?.capabilities ?? null;
}
