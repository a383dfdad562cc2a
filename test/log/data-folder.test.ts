import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Database } from '../../src/log/sqlite/database.js';
import { MIGRATIONS } from '../../src/log/sqlite/migrations.js';
import { SessionInfo, type SessionState, type UniversalEvent } from '../../src/schema/index.js';
import { type TestDaemon, testDaemon } from '../support/daemon.js';
import { earlierFolder, earlierVersions } from '../support/data-folders.js';
import { violations } from '../support/invariants.js';
import { greenroom } from '../support/program.js';
import { assistantTexts } from '../support/texts.js';
import { eventsUntil, turn } from '../support/turns.js';

const list = async (daemon: TestDaemon) =>
  (await daemon.call<{ sessions: SessionInfo[] }>('GET', '/v1/sessions')).sessions;

/** The events that the new daemon has added to those of the fixture. */
async function added(daemon: TestDaemon, sessionId: string, before: number): Promise<UniversalEvent[]> {
  return (await daemon.events(sessionId)).slice(before);
}

const outline = (events: readonly UniversalEvent[]) =>
  events.map((event) => {
    if (event.type === 'turn.ended')
      return [event.type, event.data.metadata.outcome, event.data.metadata.cause];
    if (event.type === 'item.completed') return [event.type, event.data.item.status];
    if (event.type.endsWith('.resolved')) return [event.type, (event.data as { status: string }).status];
    return [event.type];
  });

const INTERRUPTED = ['turn.ended', 'interrupted', 'daemon_restart'];

it('has a fixture of every version that changed the data folder', () => {
  expect(earlierVersions).toEqual(expect.arrayContaining(['0.1.0', '0.2.0']));
});

describe.each(earlierVersions)('a data folder of version %s', (version) => {
  it('is served unchanged: every session, event, sequence and past state', async () => {
    const { dataFolder, sessions, events } = await earlierFolder(version);
    const daemon = await testDaemon({ dataFolder });
    const ids = sessions.map(({ sessionId }) => sessionId);
    const listed = await list(daemon);
    expect(listed.map(({ sessionId }) => sessionId).sort()).toEqual(ids.sort());
    expect(listed.map((info) => SessionInfo.parse(info).threads)).toEqual(ids.map(() => []));
    for (const { sessionId, lastSequence, states } of sessions) {
      const served = await daemon.events(sessionId, 'includeRaw=true');
      const texts = served.slice(0, lastSequence).map((event) => JSON.stringify(event));
      expect(texts).toEqual(events.get(sessionId));
      expect(served.map(({ sequence }) => sequence)).toEqual(served.map((_, index) => index + 1));
      for (const state of states) {
        const path = `/v1/sessions/${sessionId}/state?at=${state.sequence}`;
        // Later versions add fields and regions.
        expect(await daemon.call<SessionState>('GET', path), path).toMatchObject(state);
      }
    }
  });

  it('has its interrupted turns closed, and all live sessions continue', async () => {
    const { dataFolder, sessions } = await earlierFolder(version);
    const last = new Map(sessions.map(({ sessionId, lastSequence }) => [sessionId, lastSequence]));
    const daemon = await testDaemon({ dataFolder });
    const since = (id: string) => added(daemon, id, last.get(id)!);
    // A queued message starts its turn as soon as the session is restored.
    await eventsUntil(
      daemon,
      'queued',
      ({ type, sequence }) => type === 'turn.ended' && sequence > last.get('queued')! + 1,
    );
    const cut = await since('running');
    expect(outline(cut)).toEqual([['item.completed', 'failed'], INTERRUPTED]);
    expect(cut[0]).toMatchObject({ data: { item: { thread_id: null, continues: null } } });
    const cancelled = await since('permission');
    expect(outline(cancelled)).toEqual([['permission.resolved', 'denied'], INTERRUPTED]);
    expect(cancelled[0]).toMatchObject({ data: { metadata: { thread_id: null } } });
    expect(outline(await since('question'))).toEqual([['question.resolved', 'rejected'], INTERRUPTED]);
    const queued = await since('queued');
    expect(outline(queued)[0]).toEqual(INTERRUPTED);
    expect(assistantTexts(queued)).toEqual(['2']);
    for (const id of ['ended', 'idle', 'long', 'settings', 'attachments']) {
      expect(await since(id), id).toEqual([]);
    }

    for (const { sessionId, ended } of await list(daemon)) {
      expect(ended).toBe(sessionId === 'ended');
      if (ended) continue;
      const events = await turn(daemon, sessionId, 'count');
      expect(assistantTexts(events)).toEqual([expect.stringMatching(/^\d+$/)]);
      const legacy = last.get(sessionId)!;
      expect(violations(await daemon.events(sessionId), { legacy }), sessionId).toEqual([]);
    }
    const refused = await daemon.fetch('POST', '/v1/sessions/ended/messages', { message: 'count' });
    expect(refused.status).toBe(409);
  });

  it('keeps settings, conversations and attachments', async () => {
    const { dataFolder } = await earlierFolder(version);
    const daemon = await testDaemon({ dataFolder });
    expect(await daemon.call('GET', '/v1/sessions/settings')).toMatchObject({
      title: 'Changed settings',
      model: 'mock-mini',
      agentMode: 'plan',
      directory: '/tmp',
    });
    // Forty-two messages came before.
    expect(assistantTexts(await turn(daemon, 'long', 'count'))).toEqual(['43']);
    const files = await readdir(join(dataFolder, 'attachments', 'attachments'));
    expect(files.map((name) => name.replace(/^\w+-/, '')).sort()).toEqual(['one.png', 'two.txt']);
    await daemon.call('DELETE', '/v1/sessions/attachments');
    expect(await readdir(join(dataFolder, 'attachments'))).toEqual([]);
  });

  it('is migrated once, with a backup of its previous version', async () => {
    const { dataFolder, sessions, events } = await earlierFolder(version);
    const path = join(dataFolder, 'greenroom.sqlite');
    const versionOf = (file: string) => {
      const database = new Database(file);
      const number = database.number('user_version');
      database.close();
      return number;
    };
    const before = versionOf(path);
    await (await testDaemon({ dataFolder })).stop();
    const backups = (await readdir(dataFolder)).filter((name) => /\.sqlite\.v\d+$/.test(name));
    expect(versionOf(path)).toBe(MIGRATIONS.length);
    expect(backups).toEqual(before < MIGRATIONS.length ? [`greenroom.sqlite.v${before}`] : []);
    for (const name of backups) {
      const backup = new Database(join(dataFolder, name));
      const rows = backup.query('SELECT session_id, last_sequence FROM sessions').all([]);
      backup.close();
      expect(versionOf(join(dataFolder, name))).toBe(before);
      expect(Object.fromEntries(rows as [string, number][])).toEqual(
        Object.fromEntries(sessions.map(({ sessionId, lastSequence }) => [sessionId, lastSequence])),
      );
    }

    const again = await testDaemon({ dataFolder });
    for (const { sessionId, lastSequence } of sessions) {
      const served = await again.events(sessionId, 'includeRaw=true');
      expect(served.slice(0, lastSequence).map((event) => JSON.stringify(event))).toEqual(
        events.get(sessionId),
      );
    }
  });
});

it('refuses a data folder of a later version with a clear message and leaves it unchanged', async () => {
  const { dataFolder } = await earlierFolder('0.1.0');
  const path = join(dataFolder, 'greenroom.sqlite');
  const database = new Database(path);
  database.exec('PRAGMA user_version = 99');
  database.close();
  const { exitCode, stderr } = await greenroom(['server', '--port', '0', '--data', dataFolder]);
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain(`cannot open ${path}: it was written by a newer Greenroom`);
  expect(stderr).toContain('update Greenroom, or choose another folder with --data');
  expect(await readdir(dataFolder)).not.toContain('greenroom.sqlite.v99');
});
