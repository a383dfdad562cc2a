import { useEffect, useState } from 'react';
import { GreenroomClient, type Problem } from '../../client/index.js';
import { GreenroomProvider } from '../../client/react/index.js';
import { OwnTokenContext, useOwnToken } from './own-token.js';
import { exchangePairing } from './pairing.js';
import { Shell } from './shell.js';
import { readPairingCode, readToken, storeToken } from './token.js';

/** Holds the page's single connection, and replaces it when the token changes. */
export function App() {
  const [code, setCode] = useState(readPairingCode);
  const [token, setToken] = useState(readToken);
  const [unpaired, setUnpaired] = useState<Pick<Problem, 'status' | 'detail'> | null>(null);
  const [client, setClient] = useState<GreenroomClient | null>(null);
  const own = useOwnToken(client);

  const changeToken = (given: string) => {
    storeToken(given);
    setToken(given);
  };
  useEffect(() => {
    if (code === null) return;
    void exchangePairing(code).then((paired) => {
      if ('token' in paired) {
        storeToken(paired.token);
        setToken(paired.token);
      } else setUnpaired(paired.problem);
      setCode(null);
    });
  }, [code]);
  // A link that is opened while the page is open changes only the fragment.
  useEffect(() => {
    const onChange = () => setCode((now) => readPairingCode() ?? now);
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  useEffect(() => {
    if (code !== null) return;
    const client = new GreenroomClient({ url: location.origin, token });
    setClient(client);
    const retry = () => client.retry();
    addEventListener('online', retry);
    return () => {
      removeEventListener('online', retry);
      client.close();
    };
  }, [token, code]);

  if (!client) return null;
  return (
    <GreenroomProvider client={client}>
      <OwnTokenContext value={own}>
        <Shell unpaired={unpaired} onToken={changeToken} />
      </OwnTokenContext>
    </GreenroomProvider>
  );
}
