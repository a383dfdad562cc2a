import { useEffect, useState } from 'react';
import { GreenroomClient } from '../../client/index.js';
import { GreenroomProvider } from '../../client/react/index.js';
import { Shell } from './shell.js';
import { readToken, storeToken } from './token.js';

/** Holds the page's single connection, and replaces it when the token changes. */
export function App() {
  const [token, setToken] = useState(readToken);
  const [client, setClient] = useState<GreenroomClient | null>(null);

  useEffect(() => {
    const client = new GreenroomClient({ url: location.origin, token });
    setClient(client);
    const retry = () => client.retry();
    addEventListener('online', retry);
    return () => {
      removeEventListener('online', retry);
      client.close();
    };
  }, [token]);

  const changeToken = (given: string) => {
    storeToken(given);
    setToken(given);
  };
  if (!client) return null;
  return (
    <GreenroomProvider client={client}>
      <Shell onToken={changeToken} />
    </GreenroomProvider>
  );
}
