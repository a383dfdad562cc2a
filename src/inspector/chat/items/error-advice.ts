import type { ErrorCategory } from '../../../client/index.js';

/** What a user can do about an error that is not retried. */
export const errorAdvice: Readonly<Partial<Record<ErrorCategory, string>>> = {
  auth: "Check the agent's credentials on the daemon's machine, or sign in there with its own program.",
  billing: 'Check the plan and the credit of the account.',
  rate_limit: 'Wait until the limit resets, or choose another model.',
  overloaded: 'The provider is busy. Send the message again later, or choose another model.',
  context_length: 'Compact the conversation, or continue in a new session.',
  network: "Check the connection and the proxy of the daemon's machine.",
  refused: 'The model declined to answer. Rephrase the message.',
  invalid_request: 'Check the model and the settings below the message field.',
  server: 'The provider failed. Send the message again later.',
  agent: 'The agent itself failed. Send another message, or continue in a new session.',
};
