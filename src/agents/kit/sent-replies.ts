import type { Draft } from '../../schema/index.js';

/**
 * The replies that we have sent to an agent's server and that it has not reported back yet. Whatever else it reports as
 * approved was approved by somebody who has no business to, such as a command that found the server's password.
 */
export class SentReplies {
  readonly #keys = new Set<string>();

  /** To be called before the reply is sent. */
  add(key: string): void {
    this.#keys.add(key);
  }

  /** Whether a reply that the server reports is ours. Each is reported once. */
  take(key: string): boolean {
    return this.#keys.delete(key);
  }
}

/** The agent may do something that no user of ours has approved: the turn has to be interrupted. */
export function unexpectedApproval(permission: string): Draft {
  return {
    type: 'error',
    message: `A request for permission (${permission}) was approved, but not by Greenroom. The turn is interrupted.`,
    code: 'unexpected_approval',
    details: { retryable: false, category: 'agent' },
  };
}
