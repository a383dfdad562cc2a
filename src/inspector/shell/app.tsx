import { useEffect, useState } from 'react';
import { GreenroomClient } from '../../client/index.js';
import { SessionListStore } from '../sessions/session-list-store.js';
import { ClientContext } from './client-context.js';
import { Shell } from './shell.js';
import { readToken, storeToken } from './token.js';

interface Access {
  client: GreenroomClient;
  sessions: SessionListStore;
}

/** Holds the page's single connection, and replaces it when the token changes. */
export function App() {
  const [token, setToken] = useState(readToken);
  const [access, setAccess] = useState<Access | null>(null);

  useEffect(() => {
    const client = new GreenroomClient({ url: location.origin, token });
    const sessions = new SessionListStore(client);
    setAccess({ client, sessions });
    const retry = () => client.retry();
    addEventListener('online', retry);
    return () => {
      removeEventListener('online', retry);
      sessions.close();
      client.close();
    };
  }, [token]);

  const changeToken = (given: string) => {
    storeToken(given);
    setToken(given);
  };
  if (!access) return null;
  return (
    <ClientContext value={access.client}>
      <Shell sessions={access.sessions} onToken={changeToken} />
    </ClientContext>
  );
}
