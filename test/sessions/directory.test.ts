import { describe, expect, it, vi } from 'vitest';
import { Hub } from '../../src/hub/index.js';
import { type EventLog, SessionExistsError, type SessionRecord } from '../../src/log/index.js';
import { ProblemError } from '../../src/schema/index.js';
import { SessionDirectory } from '../../src/sessions/directory.js';
import type { StoredSession } from '../../src/sessions/restore.js';
import { SessionRig } from './session-rig.js';

const kindOf = (error: unknown) =>
  error instanceof ProblemError ? error.problem.type.replace('urn:greenroom:error:', '') : error;

/** A session that another daemon left in the log. */
function stored(changes: Partial<SessionRecord> = {}): SessionRecord {
  const { session } = new SessionRig();
  return {
    sessionId: 's',
    createdAt: 0,
    updatedAt: 7,
    lastSequence: 0,
    unsettled: false,
    ended: false,
    config: JSON.stringify(session.config),
    info: JSON.stringify(session.info()),
    ...changes,
  };
}

function rig(records: SessionRecord[] = []) {
  const log = {
    sessions: vi.fn(async () => records),
    session: vi.fn(async (id: string) => records.find(({ sessionId }) => sessionId === id) ?? null),
    read: vi.fn(async () => []),
    checkpoint: vi.fn(async () => null),
    follow: vi.fn(() => () => {}),
    create: vi.fn(async (_: SessionRecord) => {}),
  };
  const hub = new Hub(log as unknown as EventLog);
  const restore = vi.fn((from: StoredSession) => new SessionRig(from).session);
  return {
    log,
    hub,
    restore,
    directory: new SessionDirectory({ log: log as unknown as EventLog, hub, restore }),
  };
}

describe('a new session', () => {
  it('is added to the directory and the log', async () => {
    const { directory, log } = rig();
    const { session } = new SessionRig();
    await directory.add(session);
    expect(log.create.mock.calls[0]![0]).toMatchObject({ sessionId: 's', unsettled: true });
    expect(await directory.load('s')).toBe(session);
    expect(directory.list()).toEqual([session.info()]);
    expect([directory.live(), directory.countByStatus().starting]).toEqual([[session], 1]);
  });

  it('is rejected if its id is taken', async () => {
    const { directory, log } = rig();
    await directory.add(new SessionRig().session);
    const again = await directory.add(new SessionRig().session).catch(kindOf);
    expect([again, log.create.mock.calls.length]).toEqual(['session_already_exists', 1]);
  });

  it.each([
    ['has one of the same name', new SessionExistsError('s'), 'session_already_exists'],
    ['fails', new Error('disk full'), new Error('disk full')],
  ])('is not added if the log %s', async (_, failure, expected) => {
    const { directory, log, hub } = rig();
    log.create.mockRejectedValue(failure);
    expect(await directory.add(new SessionRig().session).catch(kindOf)).toEqual(expected);
    expect([directory.has('s'), directory.size]).toEqual([false, 0]);
    const dropped = vi.spyOn(hub, 'drop');
    await directory.add(new SessionRig().session).catch(() => {});
    expect(dropped).toHaveBeenCalledWith('s');
  });
});

describe('a stored session', () => {
  it('is listed without being loaded', async () => {
    const { directory, restore } = rig([stored({ lastSequence: 3 })]);
    expect(await directory.recover()).toBe(0);
    expect(directory.info('s')).toMatchObject({ sessionId: 's', lastSequence: 3, updatedAt: 7 });
    expect([restore.mock.calls, directory.loaded('s')]).toEqual([[], null]);
  });

  it('is loaded at once and notified of the restart if it was left unsettled', async () => {
    const { directory } = rig([stored({ unsettled: true })]);
    expect(await directory.recover()).toBe(1);
    expect(directory.loaded('s')!.context.started).toBe(true);
  });

  it('is loaded once for concurrent callers', async () => {
    const { directory, restore } = rig([stored()]);
    await directory.recover();
    const [one, two] = await Promise.all([directory.load('s'), directory.load('s')]);
    expect([one === two, await directory.load('s')]).toEqual([true, one]);
    expect(restore).toHaveBeenCalledOnce();
  });

  it('can be loaded after a failed attempt', async () => {
    const { directory, log } = rig([stored()]);
    await directory.recover();
    log.read.mockRejectedValueOnce(new Error('busy'));
    await expect(directory.load('s')).rejects.toThrow('busy');
    expect((await directory.load('s')).id).toBe('s');
  });

  it('stays listed with its last info after it was unloaded', async () => {
    const { directory } = rig([stored({ unsettled: true })]);
    await directory.recover();
    const info = directory.info('s');
    directory.unload('s');
    expect([directory.loaded('s'), directory.info('s')]).toEqual([null, info]);
  });
});

it('reports an unknown session as a problem', async () => {
  const { directory } = rig();
  expect(await directory.load('none').catch(kindOf)).toBe('session_not_found');
  expect(() => directory.info('none')).toThrow(ProblemError);
});
