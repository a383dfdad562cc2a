import { describe, expect, it, vi } from 'vitest';
import { Hub } from '../../src/hub/index.js';
import {
  type EventLog,
  SessionExistsError,
  type SessionRecord,
  StorageUnavailableError,
} from '../../src/log/index.js';
import { ProblemError } from '../../src/schema/index.js';
import { SessionDirectory } from '../../src/sessions/directory.js';
import type { StoredSession } from '../../src/sessions/restore.js';
import { Secrets } from '../../src/sessions/secrets/index.js';
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
    queue: vi.fn(async () => []),
    names: vi.fn(async () => []),
    follow: vi.fn(() => () => {}),
    create: vi.fn(async (_: SessionRecord) => {}),
  };
  const hub = new Hub(log as unknown as EventLog);
  const restore = vi.fn((from: StoredSession) => new SessionRig(from).session);
  const secrets = new Secrets({ key: null, env: {} });
  const damages: [id: string, damage: string][] = [];
  const onDamaged = (id: string, damage: string) => void damages.push([id, damage]);
  return {
    log,
    hub,
    restore,
    damages,
    directory: new SessionDirectory({
      log: log as unknown as EventLog,
      hub,
      secrets,
      obstacle: () => null,
      restore,
      onDamaged,
    }),
  };
}

it('is listed by activity, also of sessions that were unloaded since', async () => {
  const records = ['a', 'b', 'c'].map((sessionId, index) => {
    const record = stored({ sessionId, updatedAt: index });
    return { ...record, info: JSON.stringify({ ...JSON.parse(record.info), sessionId }) };
  });
  const { directory } = rig(records);
  const order = async () => (await directory.list({})).sessions.map(({ sessionId }) => sessionId);
  await directory.recover();
  expect(await order()).toEqual(['c', 'b', 'a']);
  const session = await directory.load('a');
  const active = vi.spyOn(session, 'updatedAt', 'get').mockReturnValue(1);
  const info = session.info();
  vi.spyOn(session, 'info').mockImplementation(() => ({
    ...info,
    sessionId: 'a',
    updatedAt: session.updatedAt,
  }));
  expect(await order()).toEqual(['c', 'b', 'a']);
  active.mockReturnValue(5);
  expect(await order()).toEqual(['a', 'c', 'b']);
  active.mockReturnValue(1.5);
  directory.unload('a');
  expect(await order()).toEqual(['c', 'a', 'b']);
});

describe('a new session', () => {
  it('is added to the directory and the log', async () => {
    const { directory, log } = rig();
    const { session } = new SessionRig();
    await directory.add(session);
    expect(log.create.mock.calls[0]![0]).toMatchObject({ sessionId: 's', unsettled: true });
    expect(await directory.load('s')).toBe(session);
    expect(await directory.list({})).toEqual({ sessions: [session.info()], nextCursor: null });
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

describe('the list', () => {
  it('begins with the latest activity, and with the latest creation if that is the same', async () => {
    const { session } = new SessionRig();
    const of = (sessionId: string, createdAt: number, updatedAt: number) =>
      stored({
        sessionId,
        createdAt,
        updatedAt,
        info: JSON.stringify({ ...session.info(), sessionId, createdAt }),
      });
    const { directory } = rig([of('old', 1, 9), of('a', 2, 5), of('b', 3, 5), of('c', 3, 5), of('d', 4, 4)]);
    await directory.recover();
    const { sessions } = await directory.list({});
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['old', 'c', 'b', 'a', 'd']);
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

  it('can be loaded after the storage could not be read', async () => {
    const { directory, log } = rig([stored()]);
    await directory.recover();
    log.read.mockRejectedValueOnce(new StorageUnavailableError('busy'));
    await expect(directory.load('s')).rejects.toThrow('busy');
    expect(directory.info('s').status).toBe('starting');
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

describe('a damaged session', () => {
  it('is listed with the reason, cannot be loaded, and no other notices', async () => {
    const broken = stored({ sessionId: 'broken', info: '{"sessionId":', unsettled: true, lastSequence: 3 });
    const { directory } = rig([broken, stored({ unsettled: true })]);
    expect(await directory.recover()).toBe(1);
    expect(directory.info('broken')).toMatchObject({
      status: 'damaged',
      damage: expect.stringContaining('its info cannot be read'),
      agent: 'unknown',
      lastSequence: 3,
    });
    await expect(directory.load('broken')).rejects.toThrow(
      'session broken is damaged and can only be read or deleted',
    );
    expect(directory.loaded('s')?.id).toBe('s');
    expect(directory.countByStatus()).toMatchObject({ damaged: 1, idle: 1 });
  });

  it('is one that cannot be restored', async () => {
    const { directory, restore, damages } = rig([stored({ unsettled: true })]);
    restore.mockImplementationOnce(() => {
      throw new Error('no agent of this name');
    });
    await directory.recover();
    expect(directory.info('s')).toMatchObject({ status: 'damaged', damage: 'no agent of this name' });
    expect(damages).toEqual([['s', 'no agent of this name']]);
    expect(await directory.load('s').catch(kindOf)).toBe('internal');
    expect(restore).toHaveBeenCalledOnce();
  });
});

describe('a session whose machine has failed', () => {
  it('is restored from the log, and ends with the reason', async () => {
    const { directory } = rig([stored()]);
    await directory.recover();
    const before = await directory.load('s');
    await directory.replace('s', 'the daemon failed: oh');
    const after = directory.loaded('s')!;
    expect(after).not.toBe(before);
    expect(after.context.ended).toEqual({
      reason: 'error',
      terminated_by: 'daemon',
      message: 'the daemon failed: oh',
    });
  });
});
