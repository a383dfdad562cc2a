/** What a session may spend, as far as its agent tells; without them, as much as it likes. */
export interface SpendingLimits {
  maxCostUsd?: number;
  maxTokens?: number;
}
