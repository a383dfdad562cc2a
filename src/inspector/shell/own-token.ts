import { createContext, useContext, useEffect, useState } from 'react';
import type { GreenroomClient, OwnToken, Scope } from '../../client/index.js';

/** What this page's token may do; null until it is known. */
export const OwnTokenContext = createContext<OwnToken | null>(null);

/** Asks the daemon whenever the page is connected anew. */
export function useOwnToken(client: GreenroomClient | null): OwnToken | null {
  const [own, setOwn] = useState<OwnToken | null>(null);
  useEffect(() => {
    if (!client) return;
    let isCurrent = true;
    const ask = () => {
      if (client.state.status !== 'online') return;
      client.call('token/self', {}).then(
        (token) => isCurrent && setOwn(token),
        // The connection is lost again, and will be asked when it is back.
        () => {},
      );
    };
    ask();
    const unfollow = client.onState(ask);
    return () => {
      isCurrent = false;
      unfollow();
    };
  }, [client]);
  return own;
}

const actions: Record<Scope, string> = {
  read: 'read',
  send: 'send messages or change sessions',
  approve: 'answer requests',
  admin: 'delete sessions',
};

/** Why this page may not do what needs a scope; null if it may. */
export function useRefusal(scope: Scope): string | null {
  const own = useContext(OwnTokenContext);
  if (!own || own.scopes.includes(scope)) return null;
  return `This page may not ${actions[scope]}: its token “${own.name}” has no scope ${scope}`;
}
