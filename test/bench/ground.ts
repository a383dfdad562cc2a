import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a bench stands on: whatever it starts or makes is gone when it is cleared, however the bench ended. */
export class Ground {
  private readonly endings: (() => Promise<void>)[] = [];
  private clearing: Promise<void> | null = null;

  /** `say` shows what is being done, to somebody who waits. */
  constructor(readonly say: (what: string) => void = () => {}) {}

  async folder(): Promise<string> {
    this.mustStand();
    const folder = await mkdtemp(join(tmpdir(), 'greenroom-bench-'));
    this.onClear(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    return folder;
  }

  /** To be called before anything is started: what is cancelled must not begin anew. */
  mustStand(): void {
    if (this.clearing) throw new Error('cancelled');
  }

  onClear(end: () => Promise<void>): void {
    this.endings.push(end);
  }

  /** The last comes first: a process before the folder it writes to. */
  clear(): Promise<void> {
    this.clearing ??= this.endAll();
    return this.clearing;
  }

  private async endAll(): Promise<void> {
    for (let end = this.endings.pop(); end; end = this.endings.pop()) await end();
  }
}

/** Rejects where something takes longer than anything here may take. */
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
