import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { capabilitiesOf } from '../../../src/agents/kit/capabilities.js';
import { defineAgent } from '../../../src/agents/kit/define-agent.js';
import { AgentCapabilities } from '../../../src/schema/index.js';
import { tempFolder } from '../../support/temp-folder.js';

async function executable(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '#!/bin/sh\n', { mode: 0o755 });
  return path;
}

const sample = defineAgent({
  id: 'my-agent',
  name: 'My Agent',
  package: { name: 'my-agent', version: '1.2.3', integrity: {}, binary: () => 'bin/my-agent' },
  permissionModes: ['default', 'bypass'],
  lacks: ['fork'],
  hasCredentials: () => true,
  needs: { environment: [], writable: [] },
  folder: [],
  open: () => {
    throw new Error('not opened here');
  },
  translator: { initial: () => null, translate: (state) => ({ state, drafts: [] }) },
});

describe('capabilities', () => {
  test('are all set but those that the agent lacks', () => {
    const capabilities = capabilitiesOf({
      permissionModes: ['default', 'plan'],
      sharesProcess: true,
      lacks: ['steer'],
    });
    expect(AgentCapabilities.parse(capabilities)).toEqual(capabilities);
    expect(Object.entries(capabilities).filter(([, has]) => !has)).toEqual([['steer', false]]);
  });

  test('are derived from the permission modes and the shared process', () => {
    expect(sample.capabilities).toMatchObject({
      planMode: false,
      sharedProcess: false,
      fork: false,
      resume: true,
    });
  });
});

describe('program', () => {
  test('is the configured one, then the installed one, then the one on PATH', async () => {
    const folder = await tempFolder();
    const named = await executable(join(folder, 'elsewhere'));
    const onPath = await executable(join(folder, 'path', 'my-agent'));
    const env = { PATH: join(folder, 'path') };
    expect((await sample.locate(env, folder))?.path).toBe(onPath);
    const installed = await executable(join(folder, 'agents', 'my-agent', '1.2.3', 'bin', 'my-agent'));
    expect((await sample.locate(env, folder))?.path).toBe(installed);
    expect((await sample.locate({ ...env, GREENROOM_MY_AGENT_BIN: named }, folder))?.path).toBe(named);
  });

  test('has no fallback if the configured one is missing', async () => {
    const folder = await tempFolder();
    await executable(join(folder, 'my-agent'));
    const env = { PATH: folder, GREENROOM_MY_AGENT_BIN: join(folder, 'missing') };
    expect(await sample.locate(env, folder)).toBeNull();
  });
});
