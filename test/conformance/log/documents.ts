import { expect, it } from 'vitest';
import { LogError, MAX_DOCUMENT_BYTES, RevisionError } from '../../../src/log/index.js';
import type { LogFactory, OpenTestLog } from '../log.js';
import { newSession } from './data.js';

export function documentConformance(open: OpenTestLog, factory: LogFactory): void {
  it('are found by kind and id, as they were last put', async () => {
    const { documents } = await open();
    expect(await documents.get('token', 'a')).toBeNull();
    await documents.put('token', 'a', '{"n":1}');
    await documents.put('other', 'a', '{"n":2}');
    const revision = await documents.put('token', 'a', '{"n":3,"text":"ä😀\\n"}');
    const found = { kind: 'token', id: 'a', revision, json: '{"n":3,"text":"ä😀\\n"}' };
    expect(await documents.get('token', 'a')).toEqual(found);
    expect(await documents.list('token')).toEqual([found]);
    expect(await documents.get('token', 'A')).toBeNull();
  });

  it('are listed by kind, sorted by id', async () => {
    const { documents } = await open();
    for (const id of ['b', 'c', 'a-1', 'B', 'a_1']) await documents.put('token', id, '{}');
    await documents.put('trust', 'x', '{}');
    const ids = (await documents.list('token')).map(({ id }) => id);
    expect(ids).toEqual(['B', 'a-1', 'a_1', 'b', 'c']);
    expect(await documents.list('none')).toEqual([]);
  });

  it('are gone when they were deleted', async () => {
    const { documents } = await open();
    await documents.put('token', 'a', '{}');
    expect(await documents.delete('token', 'a')).toBe(true);
    expect(await documents.delete('token', 'a')).toBe(false);
    expect(await documents.get('token', 'a')).toBeNull();
    expect(await documents.list('token')).toEqual([]);
  });

  it('have revisions that grow with each change, and never come again', async () => {
    const { documents } = await open();
    const first = await documents.put('token', 'a', '{}');
    const second = await documents.put('token', 'a', '{}');
    expect(second).toBeGreaterThan(first);
    await documents.delete('token', 'a');
    expect(await documents.put('token', 'a', '{}')).toBeGreaterThan(second);
  });

  it('are changed only at the expected revision', async () => {
    const { documents } = await open();
    const first = await documents.put('token', 'a', '1', null);
    await expect(documents.put('token', 'a', '2', null)).rejects.toThrow(RevisionError);
    const second = await documents.put('token', 'a', '3', first);
    await expect(documents.put('token', 'a', '4', first)).rejects.toThrow(RevisionError);
    await expect(documents.put('token', 'b', '5', first)).rejects.toThrow(RevisionError);
    await expect(documents.delete('token', 'a', first)).rejects.toThrow(RevisionError);
    expect(await documents.list('token')).toEqual([{ kind: 'token', id: 'a', revision: second, json: '3' }]);
    expect(await documents.delete('token', 'a', second)).toBe(true);
  });

  it('let one of two writers win that expect the same', async () => {
    const { documents } = await open();
    const puts = await Promise.allSettled([
      documents.put('token', 'a', '1', null),
      documents.put('token', 'a', '2', null),
    ]);
    expect(puts.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await documents.get('token', 'a')).toMatchObject({ json: '1' });
  });

  it.each(['', 'a/b', 'a.b', 'ä', ' ', 'a'.repeat(129), '*', 'nul\0'])('refuse the name %j', async (name) => {
    const { documents } = await open();
    await expect(documents.put('token', name, '{}')).rejects.toThrow(LogError);
    await expect(documents.put(name, 'a', '{}')).rejects.toThrow(LogError);
    await expect(documents.get(name, 'a')).rejects.toThrow(LogError);
    await expect(documents.list(name)).rejects.toThrow(LogError);
    await expect(documents.delete('token', name)).rejects.toThrow(LogError);
  });

  it('have a limited size', async () => {
    const { documents } = await open();
    const largest = JSON.stringify('ä'.repeat(MAX_DOCUMENT_BYTES / 2 - 1));
    await documents.put('token', 'a', largest);
    await expect(documents.put('token', 'a', `${largest} `)).rejects.toThrow(LogError);
    expect((await documents.get('token', 'a'))?.json === largest).toBe(true);
  });

  it('do not belong to sessions, and are there after the log was closed and opened again', async () => {
    const place = await factory();
    let log = await place.open();
    await log.create(newSession('a'));
    const revision = await log.documents.put('token', 'a', '{}');
    await log.delete('a');
    await log.close();
    log = await place.open();
    expect(await log.documents.list('token')).toEqual([{ kind: 'token', id: 'a', revision, json: '{}' }]);
    await log.documents.delete('token', 'a');
    expect(await log.documents.put('token', 'b', '{}')).toBeGreaterThan(revision);
    await log.close();
  });

  it('are refused when the log is closed', async () => {
    const log = await (await factory()).open();
    await log.close();
    await expect(log.documents.get('token', 'a')).rejects.toThrow(LogError);
    await expect(log.documents.put('token', 'a', '{}')).rejects.toThrow(LogError);
  });
}
