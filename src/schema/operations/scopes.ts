import { z } from 'zod';

/**
 * `read` sees everything; `send` creates, messages and interrupts; `approve` replies to requests and lifts
 * restrictions; `admin` installs, deletes and configures.
 */
export const Scope = z.enum(['read', 'send', 'approve', 'admin']).meta({ id: 'Scope' });
export type Scope = z.infer<typeof Scope>;

/** A scope that an operation needs only for some inputs. */
export interface Elevation {
  scope: Scope;
  /** When it is needed, for the documents. */
  when: string;
  /** `never`, since the table has elevations for all kinds of inputs; `scopesFor` passes the right one. */
  applies(input: never): boolean;
}

interface Restrictions {
  permissionMode?: string | null | undefined;
  env?: object | null | undefined;
  mcp?: object | null | undefined;
  trust?: string | null | undefined;
}

const liftsPermissions = ({ permissionMode }: Restrictions) =>
  permissionMode != null && permissionMode !== 'default' && permissionMode !== 'plan';

/** A session with fewer permission requests, or with its own programs and secrets. */
export const elevatedSettings: Elevation = {
  scope: 'approve',
  when: 'with a `permissionMode` beyond `default` and `plan`, with `env`, with `mcp` or with `trust: always`',
  applies: (input: Restrictions) =>
    liftsPermissions(input) || input.env != null || input.mcp != null || input.trust === 'always',
};

/** All scopes that this input requires; none for a public operation. */
export function scopesFor(
  { scope, elevation }: { scope: Scope | 'public'; elevation?: Elevation },
  input: unknown,
): Scope[] {
  const scopes: Scope[] = scope === 'public' ? [] : [scope];
  if (elevation?.applies(input as never)) scopes.push(elevation.scope);
  return scopes;
}
