import { expect, it } from 'vitest';
import { PendingRequests } from '../../../src/schema/index.js';
import { nth } from '../../support/turns.js';
import { rig } from './rig.js';

it('lists what is pending, and replies to permissions', async () => {
  const { daemon, ok, json, error } = await rig();
  await daemon.create('s');
  expect(await ok('reply', 's')).toBe('no request is pending');
  expect(await error(5, 'reply', 's', 'once')).toBe('no request is pending');
  await daemon.say('s', 'permission');
  const asked = await nth(daemon, 's', 'permission.requested');
  const { permission_id: id } = asked.data;
  const sheet = await ok('reply', 's');
  expect(sheet).toContain(`${id}\nRun: echo mock\n`);
  expect(sheet).toContain(`greenroom reply s ${id} once|always|reject`);
  const { permissions } = await json(PendingRequests, 'reply', 's');
  expect(permissions).toEqual([asked.data]);
  expect(await error(2, 'reply', 's', 'maybe')).toBe(`${id} is answered with one of once, always, reject`);
  expect(await error(2, 'reply', 's', id)).toContain('is answered with one of');
  expect(await error(2, 'reply', 's', 'once', '--message', 'why not')).toContain('--message');
  expect(await ok('reply', 's', 'once')).toBe(`✓ ${id}: once`);
  const edit = await nth(daemon, 's', 'permission.requested', 2);
  expect(await ok('reply', 's')).toContain('+mock');
  expect(await ok('reply', 's', edit.data.permission_id, 'reject', '-m', 'not today', '--json')).toBe(
    JSON.stringify({ requestId: edit.data.permission_id, reply: 'reject' }, null, 2),
  );
  const resolved = await nth(daemon, 's', 'permission.resolved', 2);
  expect(resolved.data.metadata).toMatchObject({ reply: 'reject', message: 'not today' });
  expect(await error(5, 'reply', 's', id, 'once')).toBe('no request is pending');
});

it('answers questions by number, label or text, several of them, and several options', async () => {
  const { daemon, ok, error } = await rig();
  await daemon.create('s');
  await daemon.say('s', 'question');
  const first = await nth(daemon, 's', 'question.requested');
  expect(await ok('reply', 's')).toContain('Choose a color\n  1. Red\n  2. Blue\n');
  expect(await error(2, 'reply', 's', '3')).toContain('no option has the number 3');
  expect(await error(2, 'reply', 's', 'very', 'dark')).toContain('there is 1 question, but 2 answers');
  expect(await error(2, 'reply', 's', first.data.question_id)).toContain('is missing');
  await ok('reply', 's', '2');
  expect((await nth(daemon, 's', 'question.resolved')).data.answers).toEqual([['Blue']]);

  const second = await nth(daemon, 's', 'question.requested', 2);
  expect(await ok('reply', 's')).toContain('<answer 1> <answer 2>');
  await ok('reply', 's', second.data.question_id, 'large', '1,basil,anchovies');
  expect((await nth(daemon, 's', 'question.resolved', 2)).data.answers).toEqual([
    ['Large'],
    ['Cheese', 'Basil', 'anchovies'],
  ]);
});

it('rejects a question, unless one of its options is called so', async () => {
  const { daemon, ok } = await rig();
  await daemon.create('s');
  await daemon.say('s', 'question');
  await nth(daemon, 's', 'question.requested');
  expect(await ok('reply', 's', 'reject')).toMatch(/: rejected$/);
  expect((await nth(daemon, 's', 'question.resolved')).data.status).toBe('rejected');
  await daemon.create('p');
  await daemon.say('p', 'plan');
  await nth(daemon, 'p', 'question.requested');
  await ok('reply', 'p', 'reject');
  expect((await nth(daemon, 'p', 'question.resolved')).data.answers).toEqual([['reject']]);
});

it('asks which of several requests is meant', async () => {
  const { daemon, ok, error } = await rig();
  await daemon.create('s');
  await daemon.say('s', 'background ask echo one');
  const { permission_id: one } = (await nth(daemon, 's', 'permission.requested')).data;
  await daemon.say('s', 'background ask echo two');
  const { permission_id: two } = (await nth(daemon, 's', 'permission.requested', 2)).data;
  expect(await ok('reply', 's')).toMatch(new RegExp(`${one}\\n.*echo one[^]*${two}\\n.*echo two`));
  expect(await error(2, 'reply', 's', 'once')).toBe(`2 requests are pending; name one of ${one}, ${two}`);
  expect(await error(2, 'reply', 's', one.slice(0, 5), 'once')).toContain('2 requests begin with perm_');
  await ok('reply', 's', two, 'reject');
  const resolved = await nth(daemon, 's', 'permission.resolved');
  expect(resolved.data.permission_id).toBe(two);
  // The answer to one that was answered already is not an answer to the other.
  expect(await error(5, 'reply', 's', two, 'once')).toContain(`${two} is not pending`);
});
