import { z } from 'zod';
import { ClientRef, Scope, type TokenInfo } from '../../schema/index.js';

/** A token as the log keeps it: enough to recognize it, and not to use it. */
export const StoredToken = z.object({
  name: z.string(),
  scopes: z.array(Scope),
  /** SHA-256, in hex: a token is random and long, so nobody can guess it from that. */
  hash: z.string(),
  createdAt: z.string(),
  createdBy: ClientRef,
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
});
export type StoredToken = z.infer<typeof StoredToken>;

export function tokenInfo(id: string, { hash: _, ...told }: StoredToken): TokenInfo {
  return { id, ...told };
}
