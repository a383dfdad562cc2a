import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Database } from '../../src/log/sqlite/database.js';
import { checkFolder } from '../../src/sessions/index.js';
import { batch, newSession, queueRow, tempLog } from '../log/support.js';
import { earlierFolder, earlierVersions } from '../support/data-folders.js';

/** A sound folder: `good` and `bad` with 6 events in two batches, a checkpoint, names, and a queued file. */
async function soundFolder() {
  const { log, folder } = await tempLog();
  const path = join(folder, 'attachments', 'bad', '1-note.txt');
  for (const id of ['good', 'bad']) {
    await log.create(newSession(id, { info: JSON.stringify({ sessionId: id }) }));
    await log.append(id, 0, { batch: batch(id, 1, 4), names: '{}' });
    const content = JSON.stringify({ message: 'look', attachments: [{ path }] });
    await log.append(id, 4, {
      batch: batch(id, 5, 6),
      checkpoint: { sequence: 6, snapshot: '{"value":"idle"}', keep: false },
      queueChanges: { removed: [], put: [queueRow('m', { content })] },
    });
  }
  await log.close();
  await mkdir(join(folder, 'attachments', 'bad'), { recursive: true });
  await writeFile(path, 'a note');
  return { folder, path };
}

const check = (dataFolder: string) => checkFolder({ dataFolder, agents: ['mock', 'claude', 'codex'] });

function change(folder: string, sql: string): void {
  const database = new Database(join(folder, 'greenroom.sqlite'));
  database.exec(sql);
  database.close();
}

const problemsOf = async (folder: string) =>
  (await check(folder)).problems.map(({ sessionId, problem }) => [sessionId, problem]);

it('a sound folder has no problems', async () => {
  const { folder } = await soundFolder();
  expect(await check(folder)).toEqual({ sessions: 2, events: 12, problems: [] });
});

it.each(earlierVersions)('a folder of version %s has no problems', async (version) => {
  const { dataFolder, sessions } = await earlierFolder(version);
  const events = sessions.reduce((sum, { lastSequence }) => sum + lastSequence, 0);
  const agents = ['mock', 'claude', 'codex', 'opencode', 'amp'];
  expect(await checkFolder({ dataFolder, agents })).toEqual({
    sessions: sessions.length,
    events,
    problems: [],
  });
});

const BAD = 'WHERE session = 2';

describe('a session is damaged', () => {
  it.each([
    ['a missing batch', `DELETE FROM batches ${BAD} AND first = 1`, 'events 1 to 4 are missing'],
    ['a missing last batch', `DELETE FROM batches ${BAD} AND first = 5`, 'events 5 to 6 are missing'],
    [
      'missing events',
      `UPDATE batches SET first = 6, events = substr(events, instr(events, char(10)) + 1) ${BAD} AND first = 5`,
      'events 5 to 5 are missing',
    ],
    [
      'events that are there twice',
      `INSERT INTO batches SELECT session, 2, 2, NULL, '{"sequence":2}' FROM batches ${BAD} AND first = 1`,
      'events 2 to 2 are there twice',
    ],
    [
      'events after its end',
      'UPDATE sessions SET last_sequence = 4 WHERE key = 2',
      'it has events up to 6, but should end at 4',
    ],
    [
      'a truncated batch',
      `UPDATE batches SET events = '{"sequence":5}' ${BAD} AND first = 5`,
      'the batch 5 to 6 has 1 events',
    ],
    [
      'an event that cannot be parsed',
      `UPDATE batches SET events = substr(events, 1, length(events) - 1) ${BAD} AND first = 5`,
      'event 6 is not readable',
    ],
    [
      'an event with another sequence',
      `UPDATE batches SET events = replace(events, '"sequence":6', '"sequence":7') ${BAD}`,
      'event 6 is not readable',
    ],
    [
      'a truncated checkpoint',
      `UPDATE checkpoints SET snapshot = '{"val' ${BAD}`,
      'its newest checkpoint is not readable',
    ],
    ['no info', `DELETE FROM session_infos ${BAD}`, 'it has neither config nor info'],
    ['a broken config', `UPDATE session_infos SET config = '{"agent' ${BAD}`, 'its config is not readable'],
    [
      'an unknown agent',
      `UPDATE session_infos SET config = '{"agent":"nobody"}' ${BAD}`,
      'its agent nobody is unknown',
    ],
    ['a broken info', `UPDATE session_infos SET info = '' ${BAD}`, 'its info is not readable'],
    [
      'the info of another session',
      `UPDATE session_infos SET info = '{"sessionId":"good"}' ${BAD}`,
      'its info is not of this session',
    ],
    [
      'a queued message without content',
      `DELETE FROM queue_contents ${BAD}`,
      'the queued message "m" is not readable',
    ],
    [
      'a queued message that cannot be parsed',
      `UPDATE queue_contents SET content = '{' ${BAD}`,
      'the queued message "m" is not readable',
    ],
    ['broken names', `UPDATE names SET entries = '{' ${BAD}`, 'its names are not readable'],
  ])('by %s', async (_, sql, problem) => {
    const { folder } = await soundFolder();
    change(folder, sql);
    const problems = await problemsOf(folder);
    expect(problems).toContainEqual(['bad', problem]);
    expect(problems.filter(([id]) => id !== 'bad')).toEqual([]);
  });

  it('with a limited number of problems', async () => {
    const { folder } = await soundFolder();
    change(
      folder,
      `WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 2 FROM n WHERE i < 60)
      INSERT INTO batches SELECT 2, i, i, NULL, '{' FROM n`,
    );
    const problems = await problemsOf(folder);
    expect(problems).toHaveLength(11);
    expect(problems.at(-1)![1]).toMatch(/^and \d+ more problems$/);
  });
});

describe('attachments', () => {
  it('of queued messages must be there', async () => {
    const { folder, path } = await soundFolder();
    await rm(path);
    expect(await problemsOf(folder)).toEqual(
      ['good', 'bad'].map((id) => [id, `${path}, attached to a queued message, is missing`]),
    );
  });

  it('must belong to a session', async () => {
    const { folder } = await soundFolder();
    await mkdir(join(folder, 'attachments', 'nobody'));
    expect(await check(folder)).toMatchObject({
      problems: [
        {
          sessionId: null,
          problem: expect.stringContaining('nobody belongs to no session'),
          advice: 'delete it',
        },
      ],
    });
  });

  it('must be in a folder', async () => {
    const { folder } = await soundFolder();
    await rm(join(folder, 'attachments'), { recursive: true });
    await writeFile(join(folder, 'attachments'), '');
    expect((await problemsOf(folder))[0]![1]).toContain('attachments is not a folder');
  });
});
