import { expect, it } from 'vitest';
import { LogError, SequenceError, UnknownSessionError, type Write } from '../../../src/log/index.js';
import type { LogFactory, OpenTestLog } from '../log.js';
import { appending, batch, event, newSession, record } from './data.js';

const settled = (appends: Promise<void>[]) =>
  Promise.allSettled(appends).then((all) => all.map(({ status }) => status));

export function appendConformance(open: OpenTestLog, factory: LogFactory): void {
  it('keeps events, native payloads and states exactly as they were given', async () => {
    const log = await open();
    await log.create(newSession('a'));
    const given = batch('a', 1, 4, {
      raws: ['{"n":1}', '{"n":1}', null, '{"n":2}'],
      states: [
        { sequence: 1, value: '{"turn":"running"}' },
        { sequence: 4, value: '"idle"' },
      ],
    });
    await log.append(...appending(given));
    expect(await log.read('a', 0, { raw: true, states: true })).toEqual([given]);
  });

  it('keeps any text: escapes, every plane of Unicode, and megabytes', async () => {
    const log = await open();
    await log.create(newSession('a'));
    const texts = ['', '"\\\n\r\t\0\u2028', '\u{10ffff}😀e\u0301', '\ud800', 'ä'.repeat(3_000_000)];
    const events = texts.map((text, index) => JSON.stringify({ sequence: index + 1, text, raw: null }));
    const raws = texts.map((text) => JSON.stringify({ text, number: 1e308 }));
    const given = batch('a', 1, texts.length, { events, raws });
    await log.append(...appending(given));
    expect(await log.read('a', 0, { raw: true })).toEqual([given]);
  });

  it('changes the given fields of the record, and no others', async () => {
    const log = await open();
    await log.create(newSession('a'));
    await log.append('a', 0, { record: { updatedAt: 2_000, unsettled: true } });
    const first = record('a', { updatedAt: 2_000, unsettled: true });
    expect(await log.session('a')).toEqual(first);

    const changes = { config: '{"model":"m"}', info: '{"title":"x"}', unsettled: false, ended: true };
    await log.append('a', 0, { batch: batch('a', 1, 2), record: changes });
    expect(await log.session('a')).toEqual({ ...first, ...changes, lastSequence: 2 });
    await log.append('a', 2, { record: { updatedAt: 3_000 } });
    expect(await log.session('a')).toEqual({ ...first, ...changes, lastSequence: 2, updatedAt: 3_000 });
  });

  it('may have nothing to store', async () => {
    const log = await open();
    await log.create(newSession('a'));
    await log.append('a', 0, {});
    expect(await log.session('a')).toEqual(record('a'));
  });

  it('stores what is called at once in the order of the calls', async () => {
    const log = await open();
    await log.create(newSession('a'));
    await log.create(newSession('b'));
    const appends = [1, 2, 3, 4, 5].flatMap((n) => [
      log.append('a', n - 1, { batch: batch('a', n, n), record: { updatedAt: n } }),
      log.append('b', 2 * n - 2, { batch: batch('b', 2 * n - 1, 2 * n) }),
    ]);
    // Whether or not somebody waits for them.
    const [a, tail, read] = [log.session('a'), log.tail('b'), log.read('a', 3)];
    expect(await a).toMatchObject({ lastSequence: 5, updatedAt: 5 });
    expect(await tail).toBe(10);
    expect(await read).toEqual([batch('a', 4, 4), batch('a', 5, 5)]);
    await Promise.all(appends);
  });

  it('is complete when the log is closed, whether or not somebody waits for it', async () => {
    const place = await factory();
    const log = await place.open();
    await log.create(newSession('a'));
    const appended = log.append(...appending(batch('a', 1, 3)));
    await log.close();
    await appended;
    const again = await place.open();
    expect(await again.tail('a')).toBe(3);
    await again.close();
  });

  it.each([
    ['behind, with events that are there already', 2, { batch: batch('a', 3, 4) }],
    ['behind, at the very beginning', 0, { batch: batch('a', 1, 1) }],
    ['ahead, with a gap before its events', 4, { batch: batch('a', 5, 5) }],
    ['behind, with a record only', 2, { record: { ended: true } }],
    ['ahead, with a record only', 4, { record: { ended: true } }],
    ['behind, with a checkpoint only', 2, { checkpoint: { sequence: 2, snapshot: '{}', keep: true } }],
    ['behind, with nothing', 2, {}],
  ] satisfies [string, number, Write][])('refuses a writer that is %s', async (_, after, write) => {
    const log = await open();
    await log.create(newSession('a'));
    await log.append(...appending(batch('a', 1, 3)));
    const seen: unknown[] = [];
    log.follow('a', 3, { onBatch: (each) => seen.push(each) });

    const refusal = await log
      .append('a', after, { record: { updatedAt: 9 }, ...write })
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SequenceError);
    expect(refusal).toMatchObject({ sessionId: 'a', expected: after, actual: 3 });

    expect(await log.session('a')).toEqual(record('a', { lastSequence: 3 }));
    expect(await log.read('a', 0)).toEqual([batch('a', 1, 3)]);
    expect(await log.checkpoint('a')).toBeNull();
    await log.append(...appending(batch('a', 4, 4)));
    expect(seen).toEqual([batch('a', 4, 4)]);
  });

  it('refuses the second of two writers that expect the same', async () => {
    const log = await open();
    await log.create(newSession('a'));
    const writers = ['first', 'second'].map((info) =>
      log.append('a', 0, { batch: batch('a', 1, 2), record: { info } }),
    );
    expect(await settled(writers)).toEqual(['fulfilled', 'rejected']);
    expect(await log.session('a')).toMatchObject({ lastSequence: 2, info: 'first' });
  });

  it('refuses what follows a refused append of the same session', async () => {
    const log = await open();
    await log.create(newSession('a'));
    const appends = [
      log.append('a', 7, { batch: batch('a', 8, 8) }),
      log.append('a', 8, { batch: batch('a', 9, 9) }),
    ];
    expect(await settled(appends)).toEqual(['rejected', 'rejected']);
    expect(await log.tail('a')).toBe(0);
  });

  it('refuses a session that was never created, or is deleted', async () => {
    const log = await open();
    await log.create(newSession('a'));
    await log.delete('a');
    for (const id of ['ghost', 'a']) {
      await expect(log.append(id, 0, { record: { ended: true } })).rejects.toThrow(UnknownSessionError);
      await expect(log.append(...appending(batch(id, 1, 1)))).rejects.toMatchObject({ sessionId: id });
    }
    expect(await log.sessions()).toEqual([]);
  });

  it.each([
    ['fewer events than its sequences say', batch('a', 1, 3, { events: [event(1)] })],
    ['fewer raws than events', batch('a', 1, 3, { raws: [] })],
    ['no events', batch('a', 1, 0)],
    ['an event on two lines', batch('a', 1, 2, { events: ['{"sequence":1,\n"raw":null}', event(2)] })],
    ['events of another session', batch('b', 1, 1)],
    ['events that do not follow what its writer expects', batch('a', 2, 2)],
  ])('refuses a batch with %s', async (_, bad) => {
    const log = await open();
    await log.create(newSession('a'));
    await log.create(newSession('b'));
    await expect(log.append('a', 0, { batch: bad, record: { ended: true } })).rejects.toThrow(LogError);
    expect(await log.session('a')).toEqual(record('a'));
    expect(await log.read('a', 0)).toEqual([]);
  });

  it('fails alone: nothing of it is stored, and everything that was called with it', async () => {
    const log = await open();
    for (const id of ['a', 'b', 'c', 'd']) await log.create(newSession(id));
    const ended = { record: { ended: true } };
    const outcomes = await settled([
      log.append('a', 0, { batch: batch('a', 1, 2) }),
      log.append('b', 5, { batch: batch('b', 6, 6), ...ended }),
      log.append('ghost', 0, { batch: batch('ghost', 1, 1) }),
      log.append('c', 0, { batch: batch('c', 1, 3, { raws: [] }), ...ended }),
      log.append('a', 2, { batch: batch('a', 3, 3), ...ended }),
      log.append('d', 0, { checkpoint: { sequence: 4, snapshot: '{}', keep: false }, ...ended }),
      log.append('b', 0, { batch: batch('b', 1, 1) }),
    ]);
    const expected = ['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled', 'rejected', 'fulfilled'];
    expect(outcomes).toEqual(expected);
    expect(await log.sessions()).toEqual([
      record('a', { lastSequence: 3, ended: true }),
      record('b', { lastSequence: 1 }),
      record('c'),
      record('d'),
    ]);
    expect(await log.read('a', 0)).toEqual([batch('a', 1, 2), batch('a', 3, 3)]);
    expect(await log.read('b', 0)).toEqual([batch('b', 1, 1)]);
  });
}
