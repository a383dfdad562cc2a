import { type Problem, problem } from '../../src/schema/index.js';
import type { SessionContext } from './context.js';
import { BUDGET } from './evolve.js';
import type { Scribe } from './scribe.js';

/** Why a session may spend no more, as far as its agent has told; null if it may. */
export function budgetProblem(context: SessionContext): Problem | null {
  const { input, costUsd, usage } = context;
  const { maxCostUsd = Number.POSITIVE_INFINITY, maxTokens = Number.POSITIVE_INFINITY } = input;
  const more = { sessionId: input.sessionId };
  if (costUsd >= maxCostUsd) {
    const spent = `the session has cost $${costUsd.toFixed(2)}, of $${maxCostUsd} that it may (maxCostUsd)`;
    return problem('quota_exceeded', spent, more);
  }
  const { total_tokens: tokens = 0 } = usage;
  if (tokens < maxTokens) return null;
  return problem(
    'quota_exceeded',
    `the session has used ${tokens} tokens, of ${maxTokens} that it may (maxTokens)`,
    more,
  );
}

/**
 * Says so when the budget of a session is spent, and when its agent goes on by itself then: that interrupts it. Costs are
 * known when a turn ends.
 */
export function watchBudget(scribe: Scribe, before: SessionContext): void {
  const spent = budgetProblem(scribe.context);
  if (spent === null || scribe.context.ended) return;
  const { turn } = scribe.context;
  const isNews = budgetProblem(before) === null || (turn !== null && turn.id !== before.turn?.id);
  if (!isNews) return;
  const message = `${spent.detail}: it takes no more messages, and its agent is interrupted.`;
  const details = { retryable: false, category: 'billing' } as const;
  scribe.write(
    'error',
    { message: message[0]!.toUpperCase() + message.slice(1), code: BUDGET, details },
    'daemon',
  );
}
