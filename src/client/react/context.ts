import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useSyncExternalStore,
} from 'react';
import type { ConnectionState, GreenroomClient } from '../index.js';

const ClientContext = createContext<GreenroomClient | null>(null);

/** Gives the hooks below it their client. Whoever made the client closes it. */
export function GreenroomProvider(props: { client: GreenroomClient; children?: ReactNode }): ReactElement {
  return createElement(ClientContext.Provider, { value: props.client }, props.children);
}

/** The client of the provider. */
export function useGreenroom(): GreenroomClient {
  const client = useContext(ClientContext);
  if (!client) throw new Error('there is no GreenroomProvider around this component');
  return client;
}

/** The state of the connection: online, offline, refused … */
export function useConnection(): ConnectionState {
  const client = useGreenroom();
  return useSyncExternalStore(
    (onChange) => client.onState(onChange),
    () => client.state,
    () => client.state,
  );
}
