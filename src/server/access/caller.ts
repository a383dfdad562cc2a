import type { ClientRef, Scope } from '../../schema/index.js';

/** Who calls: the holder of a token. */
export interface Caller extends ClientRef {
  scopes: ReadonlySet<Scope>;
  /** RFC 3339; null if its token does not expire. */
  expiresAt: string | null;
}

const ALL: ReadonlySet<Scope> = new Set<Scope>(['read', 'send', 'approve', 'admin']);

/** The holder of the token that the daemon was started with. */
export const OWNER: Caller = { id: 'owner', name: 'owner', scopes: ALL, expiresAt: null };

/** Whoever reaches a daemon that requires no token. */
export const ANYONE: Caller = { id: 'anyone', name: 'anyone', scopes: ALL, expiresAt: null };

/** A caller of a public operation. */
export const NOBODY: Caller = { id: 'nobody', name: 'nobody', scopes: new Set(), expiresAt: null };

/** The caller as others are told. */
export function clientOf({ id, name }: Caller): ClientRef {
  return { id, name };
}
