/** The defaults that the command line shows without loading the server. */
import type { TrustPolicy } from '../schema/index.js';
import type { IsolateSetting } from '../sessions/index.js';

export { defaultLimits, type Limits } from '../sessions/limits.js';

export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 2468;
export const isolateSettings = [
  'process',
  'strict',
  'off',
  'require',
] as const satisfies readonly IsolateSetting[];
export type { IsolateSetting };
export const trustPolicies = ['ask', 'always', 'never'] as const satisfies readonly TrustPolicy[];
export type { TrustPolicy };
