import { expect, it } from 'vitest';
import { LogError, SessionExistsError } from '../../../src/log/index.js';
import type { LogFactory, OpenTestLog } from '../log.js';
import { appending, batch, newSession, record } from './data.js';

export function sessionConformance(open: OpenTestLog, factory: LogFactory): void {
  it('come back as they were created', async () => {
    const log = await open();
    const changes = { unsettled: true, ended: true, config: '{"x":"ä😀"}', info: '[]' };
    await log.create(newSession('a', changes));
    expect(await log.session('a')).toEqual(record('a', changes));
  });

  it('are null if they do not exist', async () => {
    const log = await open();
    expect(await log.session('ghost')).toBeNull();
    expect(await log.sessions()).toEqual([]);
  });

  it('are refused if their id is taken, and the first one stays as it is', async () => {
    const log = await open();
    await log.create(newSession('a'));
    await log.append(...appending(batch('a', 1, 2)));
    await expect(log.create(newSession('a', { ended: true }))).rejects.toThrow(SessionExistsError);
    expect(await log.session('a')).toEqual(record('a', { lastSequence: 2 }));
    expect(await log.read('a', 0)).toEqual([batch('a', 1, 2)]);
  });

  it('are listed oldest first, and in the order of their creation if they are of the same age', async () => {
    const log = await open();
    await log.create(newSession('young', { createdAt: 3 }));
    await log.create(newSession('old', { createdAt: 1 }));
    await log.create(newSession('twin 2', { createdAt: 2 }));
    await log.create(newSession('twin 1', { createdAt: 2 }));
    const sessions = await log.sessions();
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['old', 'twin 2', 'twin 1', 'young']);
    expect(sessions.at(-1)).toEqual(record('young', { createdAt: 3 }));
  });

  it('can be many', async () => {
    const log = await open();
    const ids = Array.from({ length: 300 }, (_, index) => `s${index}`);
    await Promise.all(ids.map((id, index) => log.create(newSession(id, { createdAt: index }))));
    for (let n = 1; n <= 3; n++) {
      await Promise.all(ids.map((id) => log.append(...appending(batch(id, n, n)))));
    }
    expect((await log.sessions()).map(({ sessionId }) => sessionId)).toEqual(ids);
    for (const id of ids) expect(await log.tail(id), id).toBe(3);
    expect(await log.read('s299', 1)).toEqual([batch('s299', 2, 2), batch('s299', 3, 3)]);
  });

  it('are there after the log was closed and opened again, and go on where they were', async () => {
    const place = await factory();
    const log = await place.open();
    await log.create(newSession('a'));
    const given = batch('a', 1, 3, { raws: ['1', null, '"ä"'], states: [{ sequence: 2, value: '"x"' }] });
    await log.append('a', 0, { batch: given, record: { updatedAt: 5, unsettled: true } });
    await log.close();
    const again = await place.open();
    expect(await again.session('a')).toEqual(record('a', { updatedAt: 5, unsettled: true, lastSequence: 3 }));
    expect(await again.read('a', 0, { raw: true, states: true })).toEqual([given]);
    await again.append(...appending(batch('a', 4, 4)));
    expect(await again.tail('a')).toBe(4);
    await again.close();
  });

  it('are deleted with their events and payloads, and no others are', async () => {
    const log = await open();
    for (const id of ['a', 'b']) {
      await log.create(newSession(id));
      await log.append(...appending(batch(id, 1, 2, { raws: ['{}', null] })));
    }
    await log.delete('a');
    expect(await log.session('a')).toBeNull();
    expect(await log.read('a', 0)).toEqual([]);
    expect(await log.tail('a')).toBe(0);
    expect((await log.sessions()).map(({ sessionId }) => sessionId)).toEqual(['b']);
    expect(await log.read('b', 0, { raw: true })).toEqual([batch('b', 1, 2, { raws: ['{}', null] })]);
  });

  it('start over from nothing when their id is created again', async () => {
    const log = await open();
    await log.create(newSession('a'));
    const checkpoint = { sequence: 5, snapshot: '{}', keep: true };
    await log.append('a', 0, { batch: batch('a', 1, 5, { raws: ['1', '2', '3', '4', '5'] }), checkpoint });
    await log.delete('a');
    await log.create(newSession('a'));
    expect(await log.checkpoint('a')).toBeNull();
    await log.append(...appending(batch('a', 1, 2)));
    expect(await log.read('a', 0, { raw: true })).toEqual([batch('a', 1, 2)]);
  });

  it('can be deleted without being there', async () => {
    const log = await open();
    await log.delete('ghost');
  });

  it('cannot be reached through a closed log, which can be closed again', async () => {
    const log = await open();
    await log.create(newSession('a'));
    await log.close();
    await log.close();
    await expect(log.append('a', 0, { batch: batch('a', 1, 1) })).rejects.toThrow(LogError);
    await expect(log.read('a', 0)).rejects.toThrow(LogError);
    await expect(log.tail('a')).rejects.toThrow(LogError);
    await expect(log.session('a')).rejects.toThrow(LogError);
    await expect(log.sessions()).rejects.toThrow(LogError);
    await expect(log.checkpoint('a')).rejects.toThrow(LogError);
    await expect(log.queue('a')).rejects.toThrow(LogError);
    await expect(log.create(newSession('b'))).rejects.toThrow(LogError);
    await expect(log.delete('a')).rejects.toThrow(LogError);
    expect(() => log.follow('a', 0, { onBatch: () => {} })).toThrow(LogError);
  });
}
