/** The configuration cannot be used; the message has one line per problem, and says what is allowed. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

/** A problem of a configuration file. */
export interface FileProblem {
  /** From the start of the text. */
  offset: number;
  /** The key that it is about, with dots between the levels; empty for the whole file. */
  key: string;
  message: string;
}
