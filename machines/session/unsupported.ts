import { type Problem, problem } from '../../src/schema/index.js';
import type { SessionContext } from './context.js';

/** Refuses what the session's agent cannot do. */
export function unsupported(
  { input }: SessionContext,
  mode: string,
  detail: string,
  more: object = {},
): Problem {
  const { agent } = input.metadata;
  return problem('mode_not_supported', detail, { agent, details: { mode }, ...more });
}
