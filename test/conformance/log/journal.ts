import { expect, it } from 'vitest';
import { type Journal, LogError, MAX_DOCUMENT_BYTES } from '../../../src/log/index.js';
import type { LogFactory, OpenTestLog } from '../log.js';

const entry = (n: number) => ({ time: 1_000 * n, json: `{"n":${n},"text":"ä😀\\n"}` });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** The numbers of the entries, newest first. */
async function numbers(journal: Journal, page: { limit: number; before?: number } = { limit: 1_000 }) {
  return (await journal.read(page)).map(({ json }) => (JSON.parse(json) as { n: number }).n);
}

export function journalConformance(open: OpenTestLog, factory: LogFactory): void {
  it('has entries as they were appended, newest first', async () => {
    const { journal } = await open();
    expect(await journal.read({ limit: 10 })).toEqual([]);
    await journal.append([entry(1), entry(2)]);
    await journal.append([]);
    await journal.append([entry(3)]);
    const read = await journal.read({ limit: 10 });
    expect(read.map(({ position: _, ...rest }) => rest)).toEqual([entry(3), entry(2), entry(1)]);
    const positions = read.map(({ position }) => position);
    expect([...new Set(positions)].sort((a, b) => b - a)).toEqual(positions);
  });

  it('is read page by page, whatever is appended meanwhile', async () => {
    const { journal } = await open();
    await journal.append(range(1, 7).map(entry));
    const seen: number[] = [];
    let before: number | undefined;
    for (;;) {
      const page = await journal.read({ limit: 3, ...(before === undefined ? {} : { before }) });
      if (page.length === 0) break;
      seen.push(...page.map(({ time }) => time / 1_000));
      before = page.at(-1)!.position;
      await journal.append([entry(99)]);
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it('stores what is called at once in the order of the calls', async () => {
    const { journal } = await open();
    const appends = range(1, 20).map((n) => journal.append([entry(n)]));
    expect(await numbers(journal)).toEqual(range(1, 20).reverse());
    await Promise.all(appends);
  });

  it('keeps so many of the newest', async () => {
    const { journal } = await open();
    await journal.append(range(1, 9).map(entry));
    await journal.prune({ newest: 4 });
    expect(await numbers(journal)).toEqual([9, 8, 7, 6]);
    await journal.prune({ newest: 100 });
    expect(await numbers(journal)).toEqual([9, 8, 7, 6]);
    await journal.prune({ newest: 0 });
    expect(await numbers(journal)).toEqual([]);
  });

  it('keeps what is recent enough', async () => {
    const { journal } = await open();
    await journal.append(range(1, 9).map(entry));
    await journal.prune({ since: 6_000 });
    expect(await numbers(journal)).toEqual([9, 8, 7, 6]);
    await journal.prune({ since: 5_000, newest: 3 });
    expect(await numbers(journal)).toEqual([9, 8, 7]);
    await journal.prune({ since: 8_000, newest: 3 });
    expect(await numbers(journal)).toEqual([9, 8]);
    await journal.prune({ since: 10_000 });
    expect(await numbers(journal)).toEqual([]);
    await journal.prune({ since: 10_000 });
  });

  it('does not use a position again', async () => {
    const { journal } = await open();
    await journal.append([entry(1)]);
    const [first] = await journal.read({ limit: 1 });
    await journal.prune({ newest: 0 });
    await journal.append([entry(2)]);
    const [second] = await journal.read({ limit: 1 });
    expect(second!.position).toBeGreaterThan(first!.position);
  });

  it('stores all entries of a call or none, and none that is too large', async () => {
    const { journal } = await open();
    const large = { time: 1, json: JSON.stringify('x'.repeat(MAX_DOCUMENT_BYTES)) };
    await expect(journal.append([entry(1), large])).rejects.toThrow(LogError);
    expect(await journal.read({ limit: 10 })).toEqual([]);
  });

  it('is there after the log was closed and opened again', async () => {
    const place = await factory();
    let log = await place.open();
    const appended = log.journal.append([entry(1), entry(2)]);
    await log.close();
    await appended;
    log = await place.open();
    expect(await numbers(log.journal)).toEqual([2, 1]);
    await log.close();
    await expect(log.journal.read({ limit: 1 })).rejects.toThrow(LogError);
    await expect(log.journal.append([entry(3)])).rejects.toThrow(LogError);
  });
}
