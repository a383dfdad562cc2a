import { type ElevationFacts, type Operation, ProblemError, Scope, scopesFor } from '../../schema/index.js';
import type { Caller } from './caller.js';

/** Refuses a call that is beyond the caller's scopes. */
export async function requireScopes(
  caller: Caller,
  operation: Operation,
  input: unknown,
  facts: ElevationFacts,
): Promise<void> {
  if (caller.scopes.size === Scope.options.length) return;
  const { scope } = operation;
  // The first: what a call is refused for should not depend on files.
  if (scope !== 'public' && scope !== 'any') requireScope(caller, scope);
  for (const needed of await scopesFor(operation, input, facts))
    requireScope(caller, needed, operation.elevation?.when);
}

export function requireScope({ name, scopes }: Caller, scope: Scope, when?: string): void {
  if (scopes.has(scope)) return;
  const why = when === undefined ? '' : ` ${when}`;
  throw new ProblemError(
    'forbidden',
    `this call needs the scope ${scope}${why}; the token "${name}" has ${[...scopes].join(', ')}`,
    { scope, scopes: [...scopes] },
  );
}
