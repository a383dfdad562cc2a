import { useEffect, useState } from 'react';
import type {
  AgentCapabilities,
  AgentInfo,
  AgentModeInfo,
  AgentModelsResponse,
  GreenroomClient,
} from '../../client/index.js';
import { useClient } from '../shell/client-context.js';

export interface Offer {
  modes: AgentModeInfo[];
  models: AgentModelsResponse['models'];
  defaultModel: string | null;
}

/** The agents of the daemon; null until they are known. */
export function useAgents(onError: (message: string) => void): AgentInfo[] | null {
  const client = useClient();
  const [agents, setAgents] = useState<AgentInfo[] | null>(null);
  useEffect(() => {
    client.http.agents().then(
      (answer) => setAgents(answer.agents),
      (error: Error) => onError(error.message),
    );
  }, [client, onError]);
  return agents;
}

/** What an agent offers. One that cannot tell its models, for want of a key or a network, can still be tried. */
export function useOffer(agent: string): Offer | null {
  const client = useClient();
  const [offer, setOffer] = useState<{ of: string; offer: Offer } | null>(null);
  useEffect(() => {
    let isStale = false;
    if (agent === '') return;
    const modes = client.http.modes(agent).catch(() => ({ modes: [] }));
    const models = client.http.models(agent).catch((): AgentModelsResponse => ({ models: [] }));
    void Promise.all([modes, models]).then(([{ modes }, { models, defaultModel }]) => {
      if (!isStale) setOffer({ of: agent, offer: { modes, models, defaultModel: defaultModel ?? null } });
    });
    return () => {
      isStale = true;
    };
  }, [client, agent]);
  return offer?.of === agent ? offer.offer : null;
}

/** Asked once a page: which agents there are changes while it is open, what they can do does not. */
const asked = new WeakMap<GreenroomClient, Promise<AgentInfo[]>>();

/** What an agent can do; null until that is known. */
export function useCapabilities(agent: string | null): AgentCapabilities | null {
  const client = useClient();
  const [agents, setAgents] = useState<AgentInfo[]>([]);
  useEffect(() => {
    let isStale = false;
    const answer = asked.get(client) ?? client.http.agents().then(({ agents }) => agents);
    asked.set(client, answer);
    answer.then(
      (agents) => !isStale && setAgents(agents),
      // Then nothing is known, what needs it is not offered, and the next one asks again.
      () => asked.delete(client),
    );
    return () => {
      isStale = true;
    };
  }, [client]);
  return agents.find(({ id }) => id === agent)?.capabilities ?? null;
}
