import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The resources of a bench: everything it starts or creates is removed when it is cleared, however the bench ended. */
export class Ground {
  readonly #endings: (() => Promise<void>)[] = [];
  #clearing: Promise<void> | null = null;
  readonly say: (what: string) => void;

  /** `say` shows the current activity. */
  constructor(say: (what: string) => void = () => {}) {
    this.say = say;
  }

  async folder(prefix = 'greenroom-bench-'): Promise<string> {
    this.mustStand();
    const folder = await mkdtemp(join(tmpdir(), prefix));
    this.onClear(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    return folder;
  }

  /** To be called before anything is started: a cancelled bench must start nothing more. */
  mustStand(): void {
    if (this.#clearing) throw new Error('cancelled');
  }

  onClear(end: () => Promise<void>): void {
    this.#endings.push(end);
  }

  /** In reverse order: a process before the folder it writes to. */
  clear(): Promise<void> {
    this.#clearing ??= this.#endAll();
    return this.#clearing;
  }

  async #endAll(): Promise<void> {
    for (let end = this.#endings.pop(); end; end = this.#endings.pop()) await end();
  }
}

/** Rejects if something takes longer than the timeout of all benches. */
export async function within<T>(seconds: number, what: string, work: Promise<T>): Promise<T> {
  let deadline: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    deadline = setTimeout(() => reject(new Error(`${what} took more than ${seconds} s`)), seconds * 1000);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(deadline);
  }
}
