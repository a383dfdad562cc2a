import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Database } from '../../src/log/sqlite/database.js';
import type { SessionInfo } from '../../src/schema/index.js';
import { testDaemon } from '../support/daemon.js';
import { earlierFolder, earlierVersions } from '../support/data-folders.js';

const SECRET = 'v-5b1f08aa';

/** Puts a secret where the earlier version stored it: into the config of each session. */
function plant(dataFolder: string): void {
  const database = new Database(join(dataFolder, 'greenroom.sqlite'));
  const table = database.query("SELECT 1 FROM sqlite_master WHERE name = 'session_infos'").get([])
    ? 'session_infos'
    : 'sessions';
  const env = JSON.stringify({ KEY: SECRET });
  database.command(`UPDATE ${table} SET config = json_set(config, '$.env', json(?))`).run([env]);
  database.close();
}

async function hasSecret(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const found = await Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, name)).catch(() => null);
      return content?.includes(SECRET) ?? false;
    }),
  );
  return names.filter((_, index) => found[index]);
}

it.each(earlierVersions)('secrets that version %s stored are taken out of all files', async (version) => {
  const { dataFolder } = await earlierFolder(version);
  plant(dataFolder);
  expect(await hasSecret(dataFolder)).not.toEqual([]);
  const daemon = await testDaemon({ dataFolder });
  expect(await hasSecret(dataFolder)).toEqual([]);
  // The daemon that took them out still has them.
  const { sessions } = await daemon.call<{ sessions: SessionInfo[] }>('GET', '/v1/sessions');
  expect(sessions.some(({ missingSecrets }) => missingSecrets)).toBe(false);
  await daemon.stop();
  expect(await hasSecret(dataFolder)).toEqual([]);

  const later = await testDaemon({ dataFolder });
  const list = await later.call<{ sessions: SessionInfo[] }>('GET', '/v1/sessions');
  const living = list.sessions.filter(({ status }) => status !== 'ended');
  expect(living.map(({ missingSecrets }) => missingSecrets)).toEqual(living.map(() => ['env.KEY']));
});
