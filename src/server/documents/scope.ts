import type { Operation } from '../../schema/index.js';

/** Describes the scope of an operation. */
export function scopeOf({ scope, elevation }: Operation): object {
  return {
    'x-scope': scope,
    ...(elevation ? { 'x-scope-elevated': { scope: elevation.scope, when: elevation.when } } : {}),
  };
}
