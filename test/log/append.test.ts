import Libsql from 'libsql';
import { describe, expect, it } from 'vitest';
import { LogError, SequenceError, UnknownSessionError } from '../../src/log/index.js';
import { batch, event, record, tempLog, write } from './support.js';

describe('append', () => {
  it('keeps events, native payloads and states exactly as they were given', async () => {
    const { log } = await tempLog();
    await log.create(record('a'));
    const given = batch('a', 1, 4, {
      raws: ['{"n":1}', '{"n":1}', null, '{"n":2}'],
      states: [
        { sequence: 1, value: '{"turn":"running"}' },
        { sequence: 4, value: '"idle"' },
      ],
    });
    await log.append([write(given)]);
    expect(await log.read('a', 0, { raw: true, states: true })).toEqual([given]);
  });

  it('changes the given columns of the record, and no others', async () => {
    const { log } = await tempLog();
    await log.create(record('a', { snapshot: '{"old":true}', snapshotSequence: 3 }));
    await log.append([{ batch: null, record: { sessionId: 'a', updatedAt: 2_000, unsettled: true } }]);
    const first = record('a', {
      snapshot: '{"old":true}',
      snapshotSequence: 3,
      updatedAt: 2_000,
      unsettled: true,
    });
    expect(await log.session('a')).toEqual(first);

    const changes = {
      info: '{"title":"x"}',
      snapshot: '{}',
      snapshotSequence: 9,
      unsettled: false,
      ended: true,
    };
    await log.append([{ batch: null, record: { sessionId: 'a', ...changes } }]);
    expect(await log.session('a')).toEqual({ ...first, ...changes });

    await log.append([{ batch: null, record: { sessionId: 'a', snapshot: null, info: undefined } }]);
    expect(await log.session('a')).toEqual({ ...first, ...changes, snapshot: null });
  });

  it('counts the last sequence by itself, whatever the record says', async () => {
    const { log } = await tempLog();
    await log.create(record('a', { lastSequence: 77 }));
    expect(await log.tail('a')).toBe(0);
    await log.append([write(batch('a', 1, 3), { lastSequence: 99 })]);
    await log.append([{ batch: null, record: { sessionId: 'a', lastSequence: 50 } }]);
    expect(await log.tail('a')).toBe(3);
    expect((await log.session('a'))?.lastSequence).toBe(3);
  });

  it('takes batches of several sessions, and several batches of one, in one call', async () => {
    const { log } = await tempLog();
    await log.create(record('a'));
    await log.create(record('b'));
    await log.append([write(batch('a', 1, 2)), write(batch('b', 1, 5)), write(batch('a', 3, 3))]);
    expect(await log.read('a', 0)).toEqual([batch('a', 1, 2), batch('a', 3, 3)]);
    expect(await log.tail('b')).toBe(5);
  });

  it('takes nothing at all as nothing to do', async () => {
    const { log } = await tempLog();
    await log.append([]);
    expect(await log.sessions()).toEqual([]);
  });

  it.each([
    ['repeats an event', 3],
    ['leaves a gap', 5],
    ['starts over', 1],
  ])('refuses a batch that %s, and keeps nothing of the whole call', async (_, first) => {
    const { log } = await tempLog();
    await log.create(record('a'));
    await log.create(record('b'));
    await log.append([write(batch('a', 1, 3))]);
    const before = await log.sessions();

    const writes = [
      write(batch('b', 1, 2), { updatedAt: 9 }),
      write(batch('a', first, first + 1), { ended: true }),
    ];
    await expect(log.append(writes)).rejects.toThrow(SequenceError);
    await expect(log.append(writes)).rejects.toThrow(
      `session a is at 3, and a batch from ${first} was to follow`,
    );

    expect(await log.sessions()).toEqual(before);
    expect(await log.tail('b')).toBe(0);
    expect(await log.read('b', 0)).toEqual([]);
    await log.append([write(batch('b', 1, 2)), write(batch('a', 4, 4))]);
    expect([await log.tail('a'), await log.tail('b')]).toEqual([4, 2]);
  });

  it('refuses a write to a session that was never created, and keeps nothing of the whole call', async () => {
    const { log } = await tempLog();
    await log.create(record('a'));
    const writes = [write(batch('a', 1, 1)), { batch: null, record: { sessionId: 'ghost', ended: true } }];
    await expect(log.append(writes)).rejects.toThrow(UnknownSessionError);
    await expect(log.append(writes)).rejects.toThrow('session ghost is not in the log');
    expect(await log.tail('a')).toBe(0);
  });

  it.each([
    ['has fewer events than its sequences say', batch('a', 1, 3, { events: [event(1)] })],
    ['has fewer raws than events', batch('a', 1, 3, { raws: [] })],
    ['is empty', batch('a', 1, 0)],
    ['has an event on two lines', batch('a', 1, 2, { events: ['{"sequence":1,\n"raw":null}', event(2)] })],
    ['is of another session than its record', batch('b', 1, 1)],
  ])('refuses a batch that %s', async (_, bad) => {
    const { log } = await tempLog();
    await log.create(record('a'));
    await expect(log.append([{ batch: bad, record: { sessionId: 'a' } }])).rejects.toThrow(LogError);
    expect(await log.tail('a')).toBe(0);
  });

  it('commits in the order of the calls, whether or not somebody waits for them', async () => {
    const { log } = await tempLog();
    await log.create(record('a'));
    const appends = [1, 2, 3, 4, 5].map((n) => log.append([write(batch('a', n, n), { updatedAt: n })]));
    const record5 = log.session('a');
    expect(await log.tail('a')).toBe(5);
    expect((await record5)?.updatedAt).toBe(5);
    await Promise.all(appends);
  });

  it('says what failed and where when SQLite fails, keeps nothing, and goes on afterwards', async () => {
    const { log, folder } = await tempLog();
    await log.create(record('a'));
    await log.create(record('b'));
    const other = new Libsql(`${folder}/greenroom.sqlite`);
    other.exec(`CREATE TRIGGER fail BEFORE INSERT ON raws BEGIN SELECT raise(ABORT, 'no room'); END`);

    const writes = [write(batch('b', 1, 1)), write(batch('a', 1, 1, { raws: ['{}'] }), { ended: true })];
    const failure = await log.append(writes).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LogError);
    expect(failure).toMatchObject({
      message: `cannot append to ${folder}/greenroom.sqlite: no room`,
      cause: { code: 'SQLITE_CONSTRAINT_TRIGGER' },
    });
    expect(await log.sessions()).toEqual([record('a'), record('b')]);

    other.exec('DROP TRIGGER fail');
    other.close();
    await log.append(writes);
    expect((await log.sessions()).map((session) => session.lastSequence)).toEqual([1, 1]);
  });
});
