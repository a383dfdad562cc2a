/** The log could not do what it was asked. The message says it to a human; `cause` is what SQLite said. */
export class LogError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LogError';
  }
}

/** Somebody writes to a session that was never created, or is deleted. */
export class UnknownSessionError extends LogError {
  constructor(sessionId: string) {
    super(`session ${sessionId} is not in the log`);
    this.name = 'UnknownSessionError';
  }
}
