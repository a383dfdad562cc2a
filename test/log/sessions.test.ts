import Libsql from 'libsql';
import { describe, expect, it } from 'vitest';
import { SessionExistsError } from '../../src/log/index.js';
import { batch, record, tempLog, write } from './support.js';

describe('the records of sessions', () => {
  it('come back as they were created', async () => {
    const { log } = await tempLog();
    const given = record('a', { unsettled: true, ended: true, snapshot: '{"x":"ä"}', snapshotSequence: 4 });
    await log.create(given);
    expect(await log.session('a')).toEqual(given);
  });

  it('are null for a session that is not there', async () => {
    const { log } = await tempLog();
    expect(await log.session('ghost')).toBeNull();
  });

  it('are refused for an id that is there already, which stays as it is', async () => {
    const { log } = await tempLog();
    await log.create(record('a'));
    await expect(log.create(record('a', { ended: true }))).rejects.toThrow(SessionExistsError);
    expect(await log.session('a')).toEqual(record('a'));
  });

  it('are listed oldest first, without their snapshots', async () => {
    const { log } = await tempLog();
    await log.create(record('young', { createdAt: 3, snapshot: '{"big":true}' }));
    await log.create(record('old', { createdAt: 1 }));
    await log.create(record('twin 1', { createdAt: 2 }));
    await log.create(record('twin 2', { createdAt: 2 }));
    const sessions = await log.sessions();
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['old', 'twin 1', 'twin 2', 'young']);
    expect(sessions.at(-1)).toEqual(record('young', { createdAt: 3, snapshot: null }));
  });

  it('are there after the log is closed and opened again', async () => {
    const { log, folder } = await tempLog();
    await log.create(record('a', { snapshot: '{}' }));
    await log.append([write(batch('a', 1, 3), { updatedAt: 5, snapshotSequence: 3 })]);
    await log.close();
    const { log: again } = await tempLog(folder);
    const expected = record('a', { snapshot: '{}', updatedAt: 5, snapshotSequence: 3, lastSequence: 3 });
    expect(await again.session('a')).toEqual(expected);
    await again.append([write(batch('a', 4, 4))]);
    expect(await again.read('a', 0)).toEqual([batch('a', 1, 3), batch('a', 4, 4)]);
  });
});

describe('deleting a session', () => {
  it('removes its record, its events and its native payloads, and nothing of others', async () => {
    const { log, folder } = await tempLog();
    for (const id of ['a', 'b']) {
      await log.create(record(id));
      await log.append([write(batch(id, 1, 2, { raws: ['{}', null] }))]);
    }
    await log.delete('a');
    expect(await log.session('a')).toBeNull();
    expect(await log.read('a', 0)).toEqual([]);
    expect(await log.tail('a')).toBe(0);
    expect(await log.read('b', 0, { raw: true })).toEqual([batch('b', 1, 2, { raws: ['{}', null] })]);

    const database = new Libsql(`${folder}/greenroom.sqlite`);
    for (const table of ['sessions', 'session_infos', 'session_snapshots', 'batches', 'raws']) {
      expect(database.prepare(`SELECT count(*) FROM ${table}`).raw().get(), table).toEqual([1]);
    }
    database.close();
  });

  it('lets the same id start over from nothing', async () => {
    const { log } = await tempLog();
    await log.create(record('a'));
    await log.append([write(batch('a', 1, 5, { raws: ['1', '2', '3', '4', '5'] }))]);
    await log.delete('a');
    await log.create(record('a'));
    await log.append([write(batch('a', 1, 2))]);
    expect(await log.read('a', 0, { raw: true })).toEqual([batch('a', 1, 2)]);
  });

  it('is no error when there is none', async () => {
    const { log } = await tempLog();
    await log.delete('ghost');
  });
});
