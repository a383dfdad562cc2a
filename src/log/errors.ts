/** A failed operation of the log. The message is for humans; `cause` is the error of the storage. */
export class LogError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LogError';
  }
}

/** The storage takes no writes for now: it is full, locked or read-only. The same write may succeed later. */
export class StorageUnavailableError extends LogError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageUnavailableError';
  }
}

/** The log cannot be used any more, by anyone. */
export class LogLostError extends LogError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LogLostError';
  }
}

/** The id of a new session is taken. */
export class SessionExistsError extends LogError {
  readonly sessionId: string;

  constructor(sessionId: string) {
    super(`session ${sessionId} exists already`);
    this.sessionId = sessionId;

    this.name = 'SessionExistsError';
  }
}

/** A write to a session that was never created, or was deleted. */
export class UnknownSessionError extends LogError {
  readonly sessionId: string;

  constructor(sessionId: string) {
    super(`session ${sessionId} is not in the log`);
    this.sessionId = sessionId;

    this.name = 'UnknownSessionError';
  }
}

/** A concurrent write: the session's last sequence is not the one that the writer expected. */
export class SequenceError extends LogError {
  readonly sessionId: string;
  readonly expected: number;
  readonly actual: number;

  constructor(sessionId: string, expected: number, actual: number) {
    super(`session ${sessionId} is at sequence ${actual}, but its writer expected ${expected}`);
    this.sessionId = sessionId;
    this.expected = expected;
    this.actual = actual;

    this.name = 'SequenceError';
  }
}

/** A concurrent change: the document's revision is not the one that the writer expected. */
export class RevisionError extends LogError {
  constructor(message: string) {
    super(message);
    this.name = 'RevisionError';
  }
}

/** The data folder is locked by another running daemon. */
export class DataFolderInUseError extends LogError {
  constructor(folder: string, owner: string) {
    super(`the data folder ${folder} is in use by ${owner}; stop it, or choose another folder with --data`);
    this.name = 'DataFolderInUseError';
  }
}
