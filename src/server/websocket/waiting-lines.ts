/** What is about one session is done one after another, in the order in which it came; sessions don't wait for others. */
export class WaitingLines {
  private readonly last = new Map<string, Promise<void>>();

  /** Runs when all that came before it in the same line is done. What runs must not reject. */
  join(line: string, run: () => Promise<void> | void): Promise<void> {
    const before = this.last.get(line);
    const done = before ? before.then(run) : Promise.resolve(run());
    this.last.set(line, done);
    return done.then(() => {
      if (this.last.get(line) === done) this.last.delete(line);
    });
  }
}
