import { z } from 'zod';

/**
 * `read` sees everything; `send` creates, messages and interrupts; `approve` replies to requests and lifts
 * restrictions; `admin` installs, deletes and configures.
 */
export const Scope = z.enum(['read', 'send', 'approve', 'admin']).meta({ id: 'Scope' });
export type Scope = z.infer<typeof Scope>;

/** What the daemon finds out for the decision on a call. */
export interface ElevationFacts {
  /** Whether a file is neither in the folder of a session nor one that was attached to it. */
  isElsewhere(sessionId: string, path: string): Promise<boolean>;
}

/** A scope that an operation needs only for some inputs. */
export interface Elevation {
  scope: Scope;
  /** When it is needed, for the documents. */
  when: string;
  /** `never`, since the table has elevations for all kinds of inputs; `scopesFor` passes the right one. */
  applies(input: never, facts: ElevationFacts): boolean | Promise<boolean>;
}

/** What gives a session fewer permission requests, or its own programs and secrets: per field, which values do. */
const restrictions: Record<string, { when: string; applies(value: unknown): boolean }> = {
  permissionMode: {
    when: 'with a `permissionMode` beyond `default` and `plan`',
    applies: (mode) => mode !== 'default' && mode !== 'plan',
  },
  env: { when: 'with `env`', applies: () => true },
  mcp: { when: 'with `mcp`', applies: () => true },
  trust: { when: 'with `trust: always`', applies: (trust) => trust === 'always' },
};

export const elevatedSettings: Elevation = {
  scope: 'approve',
  when: Object.values(restrictions)
    .map(({ when }) => when)
    .join(', '),
  applies: (input: Record<string, unknown>) =>
    Object.entries(restrictions).some(
      ([field, { applies }]) => input[field] != null && applies(input[field]),
    ),
};

/** An agent reads the files of a message unasked. */
export const attachedElsewhere: Elevation = {
  scope: 'approve',
  when: "with an attachment that is neither in the session's folder nor stored for the session",
  applies: async (
    { sessionId, attachments }: { sessionId: string; attachments?: readonly { path: string }[] | null },
    { isElsewhere },
  ) => {
    for (const { path } of attachments ?? []) if (await isElsewhere(sessionId, path)) return true;
    return false;
  },
};

/** Who may call an operation: everybody, everybody with a token, or tokens with a scope. */
export type Access = Scope | 'any' | 'public';

/** All scopes that this input requires. */
export async function scopesFor(
  { scope, elevation }: { scope: Access; elevation?: Elevation },
  input: unknown,
  facts: ElevationFacts,
): Promise<Scope[]> {
  const scopes: Scope[] = scope === 'public' || scope === 'any' ? [] : [scope];
  if (elevation && (await elevation.applies(input as never, facts))) scopes.push(elevation.scope);
  return scopes;
}
