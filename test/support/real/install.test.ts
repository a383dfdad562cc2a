import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../temp-folder.js';
import { binaryOf, installed, isWanted } from './install.js';

test('runs tests with real agents on request or if cached, and otherwise explains how to', async () => {
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

test('reports a failed download and leaves nothing behind', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const GREENROOM_TEST_CACHE = await tempFolder();
  const unreachable = { npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0' };
  const env = { ...process.env, ...unreachable, npm_config_cache: await tempFolder(), GREENROOM_TEST_CACHE };
  await expect(installed('codex', env)).rejects.toThrow(
    /@openai\/codex \S+ could not be fetched: .*ECONNREFUSED/s,
  );
  expect(await readdir(GREENROOM_TEST_CACHE)).toEqual([]);
});
