import { useEffect, useState } from 'react';
import { GreenroomClient } from '../../client/index.js';
import { SessionListStore } from '../sessions/session-list-store.js';
import { ClientContext } from './client-context.js';
import { Shell } from './shell.js';
import { keepToken, takeToken } from './token.js';

interface Access {
  client: GreenroomClient;
  sessions: SessionListStore;
}

/** One connection a page, and another when another token is given. */
export function App() {
  const [token, setToken] = useState(takeToken);
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

  const enter = (given: string) => {
    keepToken(given);
    setToken(given);
  };
  if (!access) return null;
  return (
    <ClientContext value={access.client}>
      <Shell sessions={access.sessions} onToken={enter} />
    </ClientContext>
  );
}
