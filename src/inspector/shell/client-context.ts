import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ConnectionState, GreenroomClient } from '../../client/index.js';

export const ClientContext = createContext<GreenroomClient | null>(null);

/** The connection to the daemon. */
export function useClient(): GreenroomClient {
  const client = useContext(ClientContext);
  if (!client) throw new Error('missing ClientContext');
  return client;
}

export function useConnection(): ConnectionState {
  const client = useClient();
  return useSyncExternalStore(
    (onChange) => client.onState(onChange),
    () => client.state,
  );
}
