import { useEffect, useState } from 'react';
import type { AgentInfo, AgentModeInfo, AgentModelsResponse } from '../../client/index.js';
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
