import { expect, it } from 'vitest';
import { z } from 'zod';
import { CreateSessionResponse, SessionInfo } from '../../../src/schema/index.js';
import { tempFolder } from '../../support/temp-folder.js';
import { eventsUntil, nth, turn } from '../../support/turns.js';
import { rig } from './rig.js';

const Ids = z.array(z.object({ sessionId: z.string() }).strict());

it('interrupts a turn, or one sub-agent', async () => {
  const { daemon, ok, json, error } = await rig();
  await daemon.create('s');
  await daemon.say('s', 'sleep 60000');
  await nth(daemon, 's', 'turn.started');
  expect(await ok('interrupt', 's')).toBe('s');
  expect((await nth(daemon, 's', 'turn.ended')).data.metadata.outcome).toBe('interrupted');
  await daemon.say('s', 'background hold');
  const agent = (await eventsUntil(daemon, 's', isAgent)).at(-1)!;
  const thread = 'item' in agent.data ? agent.data.item.thread_id! : '';
  expect(await ok('inspect', 's')).toContain(`(${thread}, running)`);
  expect(await error(5, 'interrupt', 's', '--thread', 'itm_none')).toContain('itm_none');
  expect(await json(z.object({ sessionId: z.literal('s') }), 'interrupt', 's', '--thread', thread)).toEqual({
    sessionId: 's',
  });
  await eventsUntil(
    daemon,
    's',
    ({ type, data }) =>
      type === 'item.completed' && data.item.status === 'failed' && data.item.thread_id === thread,
  );
});

it('kills several sessions, and goes on after one that does not exist', async () => {
  const { daemon, run, json } = await rig();
  for (const id of ['a', 'b', 'c']) await daemon.create(id);
  const { stdout, stderr, exitCode } = await run(['kill', 'a', 'nobody', 'b']);
  expect([stdout, exitCode]).toEqual(['a\nb', 5]);
  expect(stderr).toBe('greenroom: there is no session nobody; list them with: greenroom ls --all');
  expect(await json(Ids, 'kill', 'c')).toEqual([{ sessionId: 'c' }]);
  for (const id of ['a', 'b', 'c'])
    expect((await nth(daemon, id, 'session.ended')).data.reason).toBe('terminated');
});

it('deletes what has ended, and what is running only with --force where nobody can be asked', async () => {
  const { daemon, ok, error, run, json } = await rig();
  for (const id of ['old', 'live', 'other']) await daemon.create(id);
  await daemon.call('POST', '/v1/sessions/old/terminate');
  expect(await error(2, 'rm', 'live')).toBe(
    'live is idle. End and delete it? Without a terminal, confirm with --force',
  );
  expect(await ok('rm', 'live', 'old', '--dry-run')).toBe('live\nold');
  expect(await ok('rm', 'old')).toBe('old');
  expect(await json(Ids, 'rm', '-f', 'live')).toEqual([{ sessionId: 'live' }]);
  expect((await run(['rm', '-f', 'live'])).exitCode).toBe(5);
  expect(await ok('ls', '-aq')).toBe('other');
});

it('deletes all that have ended, or the old ones of them', async () => {
  const { daemon, ok, error } = await rig();
  for (const id of ['one', 'two', 'live']) await daemon.create(id);
  for (const id of ['one', 'two']) await daemon.call('POST', `/v1/sessions/${id}/terminate`);
  expect(await error(2, 'rm')).toContain('--ended');
  expect(await error(2, 'rm', 'one', '--ended')).toContain('--ended');
  expect(await error(2, 'rm', 'one', '--older-than', '7d')).toContain('--ended');
  expect(await error(2, 'rm', '--ended')).toContain('Delete 2 ended sessions?');
  expect(await ok('rm', '--ended', '--older-than', '7d', '-f')).toBe('');
  expect(await ok('rm', '--ended', '--dry-run')).toBe('two\none');
  expect(await ok('rm', '--ended', '-f')).toBe('two\none');
  expect(await ok('ls', '-aq')).toBe('live');
});

it('resumes a session in a new one with the same agent, folder and settings', async () => {
  const { daemon, ok, json, error } = await rig();
  const directory = await tempFolder();
  await daemon.create('first', { directory, model: 'mock-mini', agentMode: 'plan', permissionMode: 'plan' });
  await turn(daemon, 'first', 'echo hello');
  const { nativeSessionId } = await json(SessionInfo, 'inspect', 'first');
  await daemon.call('POST', '/v1/sessions/first/terminate');

  const id = await ok('resume', 'fir', '--title', 'Again');
  const info = await json(SessionInfo, 'inspect', id);
  expect(info).toMatchObject({
    directory,
    model: 'mock-mini',
    agentMode: 'plan',
    permissionMode: 'plan',
    title: 'Again',
  });
  expect(await ok('send', id, 'count', '--wait')).toContain('2');

  const byNativeId = await json(
    CreateSessionResponse,
    'resume',
    nativeSessionId!,
    '--id',
    'mine',
    '--model',
    'mock-1',
  );
  expect(byNativeId).toMatchObject({ sessionId: 'mine', directory, model: 'mock-1' });
  expect(await error(5, 'resume', 'unheard-of')).toContain('name the agent with --agent');
  expect(await ok('resume', 'unheard-of', '--agent', 'mock', '--id', 'foreign')).toBe('foreign');
  expect(await error(1, 'resume', 'first', '--id', 'mine')).toContain('mine');
});

it('forks a session, which stays as it is', async () => {
  const { daemon, ok, json } = await rig();
  await daemon.create('first');
  await turn(daemon, 'first', 'echo hello');
  const { lastSequence } = await json(SessionInfo, 'inspect', 'first');
  const forked = await json(CreateSessionResponse, 'fork', 'first');
  expect(await ok('send', forked.sessionId, 'count', '--wait')).toContain('2');
  expect((await json(SessionInfo, 'inspect', 'first')).lastSequence).toBe(lastSequence);
});

it('gives a secret to a session from the environment, without a command line that has it', async () => {
  const { daemon, run, error } = await rig();
  await daemon.create('first');
  await turn(daemon, 'first', 'echo hello');
  const { stdout } = await run(['fork', 'first', '--env', 'MOCK_SECRET', '--env', 'OTHER=x'], {
    MOCK_SECRET: 'hush',
  });
  const result = await run(['send', stdout, 'shell echo $MOCK_SECRET-$OTHER', '--wait']);
  expect(result.exitCode, result.stderr).toBe(0);
  expect(JSON.stringify(await daemon.events(stdout))).toContain('hush-x');
  expect(await error(2, 'fork', 'first', '--env', 'MOCK_UNSET')).toContain('MOCK_UNSET is not set');
});

const isAgent = ({ type, data }: { type: string; data: object }) =>
  type === 'item.started' && JSON.stringify(data).includes('"label":"agent"');
