/** An option of every method that waits for something. */
export interface Abortable {
  /** Rejects the call, or ends the iteration, with the signal's reason. What the daemon has begun goes on. */
  signal?: AbortSignal | undefined;
}

/** Settles as the promise does; rejects with the signal's reason if that comes first. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
