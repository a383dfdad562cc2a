const waiting: (() => void)[] = [];

/**
 * Resolves in a later turn of the event loop. Long work awaits it between its slices; each turn runs one slice, however
 * many jobs there are, so that they delay each other and nobody else.
 */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(runSlice);
  });
}

function runSlice(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(runSlice);
}
