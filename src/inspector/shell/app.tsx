import { useEffect, useState } from 'react';
import { GreenroomClient, type Problem } from '../../client/index.js';
import { SessionListStore } from '../sessions/session-list-store.js';
import { ClientContext } from './client-context.js';
import { OwnTokenContext, useOwnToken } from './own-token.js';
import { exchangePairing } from './pairing.js';
import { Shell } from './shell.js';
import { readPairingCode, readToken, storeToken } from './token.js';

interface Access {
  client: GreenroomClient;
  sessions: SessionListStore;
}

/** Holds the page's single connection, and replaces it when the token changes. */
export function App() {
  const [code, setCode] = useState(readPairingCode);
  const [token, setToken] = useState(readToken);
  const [unpaired, setUnpaired] = useState<Pick<Problem, 'status' | 'detail'> | null>(null);
  const [access, setAccess] = useState<Access | null>(null);
  const own = useOwnToken(access?.client ?? null);

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
    const sessions = new SessionListStore(client);
    setAccess({ client, sessions });
    const retry = () => client.retry();
    addEventListener('online', retry);
    return () => {
      removeEventListener('online', retry);
      sessions.close();
      client.close();
    };
  }, [token, code]);

  if (!access) return null;
  return (
    <ClientContext value={access.client}>
      <OwnTokenContext value={own}>
        <Shell sessions={access.sessions} unpaired={unpaired} onToken={changeToken} />
      </OwnTokenContext>
    </ClientContext>
  );
}
