import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test, vi } from 'vitest';
import { binaryOf, installed, isWanted } from '../../support/real/install.js';
import { tempFolder } from '../../support/temp-folder.js';

test('real agents are tested where they are asked for or there already, and else it is said how', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const env = { GREENROOM_TEST_CACHE: await tempFolder() };
  expect(isWanted('claude', { ...env, CI: 'true' })).toBe(true);
  expect(isWanted('claude', { ...env, GREENROOM_TEST_AGENTS: '1' })).toBe(true);
  expect(warn).not.toHaveBeenCalled();
  expect(isWanted('claude', env)).toBe(false);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('npm run test:agents'));
  await mkdir(dirname(binaryOf('claude', env)), { recursive: true });
  await writeFile(binaryOf('claude', env), '');
  expect(isWanted('claude', env)).toBe(true);
  expect(isWanted('codex', env)).toBe(false);
});

test('where one cannot be fetched, that is said, and nothing is left of it', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const GREENROOM_TEST_CACHE = await tempFolder();
  const unreachable = { npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0' };
  const env = { ...process.env, ...unreachable, npm_config_cache: await tempFolder(), GREENROOM_TEST_CACHE };
  await expect(installed('codex', env)).rejects.toThrow(
    /@openai\/codex \S+ could not be fetched: .*ECONNREFUSED/s,
  );
  expect(await readdir(GREENROOM_TEST_CACHE)).toEqual([]);
});
