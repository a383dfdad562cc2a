import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Database } from '../../src/log/sqlite/database.js';
import { daemonProcess } from '../support/program.js';
import { assistantTexts } from '../support/texts.js';
import { exchange, info } from './lives.js';
import { guardedSession } from './processes.js';
import { allTexts, overWebSocket } from './readers.js';

const damages: [name: string, sql: string][] = [
  ['its snapshot is truncated', `UPDATE checkpoints SET snapshot = substr(snapshot, 1, 50)`],
  ['its agent is unknown', `UPDATE session_infos SET config = replace(config, '"mock"', '"nobody"')`],
  ['its config is broken', `UPDATE session_infos SET config = '{"agent'`],
  ['its info is broken', `UPDATE session_infos SET info = ''`],
];

it.each(damages)('a daemon starts and works with a session if %s', async (_, sql) => {
  const [bad, good] = [guardedSession('bad'), guardedSession('good')];
  const first = await daemonProcess();
  const { dataFolder } = first;
  for (const id of [bad, good]) await first.daemon.create(id);
  await exchange(first.daemon, bad, 'echo it was here');
  // Left unsettled, so that the next daemon has to load it.
  first.child.kill('SIGKILL');
  await first.child;
  const database = new Database(join(dataFolder, 'greenroom.sqlite'));
  const key = database.query('SELECT key FROM sessions WHERE session_id = ?').get([bad])![0];
  database.exec(`${sql} WHERE session = ${key}`);
  database.exec(`UPDATE sessions SET unsettled = 1 WHERE key = ${key}`);
  database.close();

  const { daemon, ...second } = await daemonProcess({ dataFolder });
  expect(await info({ daemon, ...second }, bad)).toMatchObject({
    status: 'damaged',
    damage: expect.stringMatching(/\S/),
  });
  expect(assistantTexts(await exchange(daemon, good, 'echo still here'))).toEqual(['still here']);
  expect((await allTexts(daemon.url, bad)).join('')).toContain('it was here');
  const reading = await overWebSocket({ url: daemon.url, sessionId: bad });
  await reading.reached(5);
  const refused = await daemon.fetch(
    'POST',
    `/v1/sessions/${bad}/messages`,
    JSON.stringify({ message: 'hi' }),
  );
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('is damaged') });
  expect((await daemon.fetch('DELETE', `/v1/sessions/${bad}`)).status).toBe(204);
  expect((await daemon.fetch('GET', `/v1/sessions/${bad}`)).status).toBe(404);
});
