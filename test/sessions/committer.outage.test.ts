import { describe, expect, it, vi } from 'vitest';
import { StorageUnavailableError } from '../../src/log/index.js';
import { committerRig, spans } from './committer-rig.js';

describe('the committer, while the storage is unavailable', () => {
  async function outage() {
    const parts = committerRig();
    const { committer, add, refused, unavailable } = parts;
    const full = new StorageUnavailableError('disk full');
    refused.set('a', full);
    refused.set('b', full);
    const work = vi.fn();
    add('a', 1, 2);
    add('b', 1, 1);
    committer.after('a', work);
    const answer = committer.flushed('a').catch((error: unknown) => error);
    await vi.waitFor(() => expect(unavailable.mock.calls).toEqual([[full]]));
    return { ...parts, full, work, answer };
  }
  const problem = { problem: { type: 'urn:greenroom:error:storage_unavailable', detail: 'disk full' } };

  it('tells those who wait for an answer, and refuses new ones', async () => {
    const { committer, answer, work } = await outage();
    expect(await answer).toMatchObject(problem);
    expect(committer.isAvailable).toBe(false);
    expect(() => committer.requireStorage()).toThrow('disk full');
    await expect(committer.flushed()).rejects.toMatchObject(problem);
    expect(work).not.toHaveBeenCalled();
  });

  it('tells those who came while the write was being refused', async () => {
    const { committer, add, refused } = committerRig();
    const full = new StorageUnavailableError('disk full');
    refused.set('a', full);
    let late: Promise<unknown> | undefined;
    vi.spyOn(refused, 'get').mockImplementationOnce(() => {
      late = committer.flushed('b').catch((error: unknown) => error);
      return full;
    });
    add('a', 1, 1);
    await vi.waitFor(() => expect(committer.isAvailable).toBe(false));
    expect(await late).toMatchObject(problem);
  });

  it('does at once what stops an agent', async () => {
    const { committer, add, refused } = committerRig();
    refused.set('a', new StorageUnavailableError('disk full'));
    const stop = vi.fn();
    add('a', 1, 1);
    committer.afterAttempt('a', stop);
    await vi.waitFor(() => expect(committer.isAvailable).toBe(false));
    expect(stop).toHaveBeenCalledTimes(1);
    committer.afterAttempt('a', stop);
    expect(stop).toHaveBeenCalledTimes(2);
  });

  it('repeats the refused writes until they are stored, before all later ones', async () => {
    const { committer, add, refused, sleeps, ticks, available, unavailable, work } = await outage();
    add('a', 3, 3);
    refused.delete('b');
    sleeps.shift()!();
    await vi.waitFor(() => expect(sleeps).toHaveLength(1));
    expect(ticks.map(spans)).toEqual([
      [
        ['a', 0, 1, 2],
        ['b', 0, 1, 1],
      ],
      [
        ['a', 0, 1, 2],
        ['b', 0, 1, 1],
      ],
    ]);
    expect(available).not.toHaveBeenCalled();
    refused.delete('a');
    sleeps.shift()!();
    await vi.waitFor(() => expect(work).toHaveBeenCalled());
    await committer.flushed();
    expect(ticks.slice(2).map(spans)).toEqual([[['a', 0, 1, 2]], [['a', 2, 3, 3]]]);
    expect(available).toHaveBeenCalledTimes(1);
    expect(unavailable).toHaveBeenCalledTimes(1);
  });

  it('forgets the writes of a deleted session', async () => {
    const { committer, refused, sleeps, ticks, available, work } = await outage();
    committer.forget('a');
    refused.delete('b');
    sleeps.shift()!();
    await vi.waitFor(() => expect(available).toHaveBeenCalled());
    expect(ticks.slice(1).map(spans)).toEqual([[['b', 0, 1, 1]]]);
    expect(work).not.toHaveBeenCalled();
  });
});
