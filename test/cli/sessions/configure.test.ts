import { expect, it } from 'vitest';
import { SessionInfo } from '../../../src/schema/index.js';
import { nth, turn } from '../../support/turns.js';
import { rig } from './rig.js';

it('changes settings and says what they are then', async () => {
  const { daemon, ok, json, error } = await rig();
  await daemon.create('s');
  const sheet = await ok('configure', 's', '--model', 'mock-1', '--effort', 'high', '--title', 'New title');
  expect(sheet).toMatch(/^Title +New title$/m);
  expect(sheet).toMatch(/^Model +mock-1 \(high\)$/m);
  const info = await json(
    SessionInfo,
    'configure',
    's',
    '--mode',
    'plan',
    '--permission-mode',
    'acceptEdits',
  );
  expect(info).toMatchObject({ agentMode: 'plan', permissionMode: 'acceptEdits', variant: 'high' });
  await turn(daemon, 's', 'echo first words');
  expect((await json(SessionInfo, 'configure', 's', '--no-title')).title).toBe('echo first words');
  expect(await error(2, 'configure', 's')).toContain('nothing to change');
  expect(await error(1, 'configure', 's', '--model', 'gpt-0')).toContain('mock-1, mock-mini');
  expect(await error(2, 'configure', 's', '--permission-mode', 'yolo')).toContain('acceptEdits');
});

it('sets variables from the environment, and removes them', async () => {
  const { daemon, ok, run } = await rig();
  await daemon.create('s');
  const set = await run(['configure', 's', '--env', 'MOCK_KEY'], { MOCK_KEY: 'hush' });
  expect(set.exitCode, set.stderr).toBe(0);
  expect(set.stdout).not.toContain('hush');
  await ok('send', 's', 'shell echo key=$MOCK_KEY', '--wait');
  expect(JSON.stringify(await daemon.events('s'))).toContain('key=hush');
  await ok('configure', 's', '--unset-env', 'MOCK_KEY');
  await ok('send', 's', 'shell echo gone=$MOCK_KEY.', '--wait');
  expect(JSON.stringify(await daemon.events('s'))).toContain('gone=.');
});

it('shows everything about a session, with its queue and what it asks', async () => {
  const { daemon, ok, json } = await rig();
  await daemon.create('s', { title: 'Title' });
  await daemon.say('s', 'permission');
  const { data } = await nth(daemon, 's', 'permission.requested');
  await ok('send', 's', 'echo later');
  const sheet = await ok('inspect', 's');
  for (const row of [
    /^Session +s$/m,
    /^Title +Title$/m,
    /^Status +waiting \(live/m,
    /^Agent +mock 1\./m,
    /^Permissions +default$/m,
    /^Queued +1 message$/m,
    /^ {2}1\. echo later$/m,
    new RegExp(`^${data.permission_id}$`, 'm'),
  ])
    expect(sheet).toMatch(row);
  expect((await json(SessionInfo.strict(), 'inspect', 's')).queued).toBe(1);
});
