import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ConnectionContext } from '../../../src/agents/agent.js';
import { tempFolder } from '../../support/temp-folder.js';
import { begun, turn } from './fake-process.js';

const patch = (...changes: { path: string; moveTo?: string }[]) => ({
  method: 'item/started',
  params: {
    threadId: 't1',
    turnId: 'n1',
    item: {
      type: 'fileChange',
      id: 'c1',
      status: 'inProgress',
      changes: changes.map(({ path, moveTo }) => ({
        path,
        kind: moveTo === undefined ? { type: 'add' } : { type: 'update', move_path: moveTo },
        diff: '',
      })),
    },
  },
});
const approval = (id: number, more = {}) => ({
  method: 'item/fileChange/requestApproval',
  id,
  params: { threadId: 't1', turnId: 'n1', itemId: 'c1', ...more },
});
const accepted = (id: number) => ({ id, result: { decision: 'accept' } });
const delta = {
  method: 'item/agentMessage/delta',
  params: { threadId: 't1', turnId: 'n1', itemId: 'm1', delta: 'x' },
};

async function session(context: Partial<ConnectionContext> = {}) {
  const directory = await tempFolder();
  const given = await begun('t1', { permissionMode: 'acceptEdits', directory, ...context });
  given.lines.length = 0;
  const methods = () => given.lines.map((line) => JSON.parse(line).method as string);
  const handedOn = (method: string) => given.until(() => methods().includes(method));
  return { ...given, directory, methods, handedOn };
}

describe('accepting edits', () => {
  test('answers for patches inside the folder and shows no request', async () => {
    const { process, directory, methods, handedOn } = await session();
    process.say(patch({ path: join(directory, 'a.txt') }, { path: join(directory, 'src/b.txt') }));
    process.say(approval(0), delta);
    expect(await process.next(({ id }) => id === 0)).toEqual(accepted(0));
    await handedOn('item/agentMessage/delta');
    expect(methods()).toEqual(['item/started', 'item/agentMessage/delta']);
  });

  test.each([
    ['outside the folder', (folder: string) => [{ path: `${folder}/a.txt` }, { path: '/etc/hosts' }]],
    ['through ..', (folder: string) => [{ path: `${folder}/../other/a.txt` }]],
    ['through a link', (folder: string) => [{ path: `${folder}/link/a.txt` }]],
    ['moved out of the folder', (folder: string) => [{ path: `${folder}/a.txt`, moveTo: '/tmp/a.txt' }]],
    ['of guarded files', (folder: string) => [{ path: `${folder}/.git/hooks/pre-commit` }]],
    ['without files', () => []],
  ])('leaves patches %s to a human', async (_, changes) => {
    const { process, directory, methods, handedOn } = await session();
    await symlink(await tempFolder(), join(directory, 'link'));
    process.say(patch(...changes(directory)), approval(0));
    await handedOn('item/fileChange/requestApproval');
    expect(methods()).toEqual(['item/started', 'item/fileChange/requestApproval']);
    expect(process.written).toEqual([]);
  });

  test('leaves a grant for a whole folder to a human', async () => {
    const { process, directory, handedOn } = await session();
    process.say(patch({ path: join(directory, 'a.txt') }), approval(0, { grantRoot: '/' }));
    await handedOn('item/fileChange/requestApproval');
    expect(process.written).toEqual([]);
  });

  test('leaves a patch that is unknown or over to a human', async () => {
    const { process, directory, lines, until } = await session();
    const { params } = patch({ path: join(directory, 'a.txt') });
    process.say(approval(0, { itemId: 'other' }));
    process.say({ method: 'item/started', params }, { method: 'item/completed', params }, approval(1));
    await until(() => lines.length === 4);
    expect(process.written).toEqual([]);
  });

  test('accepts a path that leads back into the folder', async () => {
    const { process, directory } = await session();
    await mkdir(join(directory, 'src'));
    await symlink(join(directory, 'src'), join(directory, 'link'));
    process.say(patch({ path: join(directory, 'link/a.txt') }), approval(0));
    expect(await process.next(({ id }) => id === 0)).toEqual(accepted(0));
  });

  test('leaves the patch to a human if the policy itself fails', async () => {
    const loop = join(await tempFolder(), 'loop');
    await symlink(loop, loop);
    const { process, handedOn } = await session({ directory: loop });
    process.say(patch({ path: '/etc/hosts' }), approval(0));
    await handedOn('item/fileChange/requestApproval');
    expect(process.written).toEqual([]);
  });

  test('is not in force in other modes', async () => {
    const { process, directory, methods } = await session({ permissionMode: 'default' });
    process.say(patch({ path: join(directory, 'a.txt') }), approval(0));
    expect(methods()).toEqual(['item/started', 'item/fileChange/requestApproval']);
  });

  test('holds back all lines behind the request until it is decided on', async () => {
    const { process, connection, methods, handedOn } = await session();
    process.say(patch({ path: '/etc/hosts' }), approval(0), delta);
    process.say({ method: 'serverRequest/resolved', params: { threadId: 't1', requestId: 0 } });
    expect(methods()).toEqual(['item/started']);
    await handedOn('serverRequest/resolved');
    expect(methods()).toEqual([
      'item/started',
      'item/fileChange/requestApproval',
      'item/agentMessage/delta',
      'serverRequest/resolved',
    ]);
    await connection.replyPermission('n1/request:0', 'once');
    expect(process.written, 'the request was withdrawn').toEqual([]);
  });

  test('leaves the request of a sub-agent pending when the session’s turn ends', async () => {
    const { process, connection, handedOn } = await session();
    const ofChild = patch({ path: '/etc/hosts' });
    process.say({ ...ofChild, params: { ...ofChild.params, turnId: 'c1' } }, approval(0, { turnId: 'c1' }));
    process.say({ method: 'turn/completed', params: { threadId: 't1', turn: turn('n1', 'completed') } });
    await handedOn('turn/completed');
    expect(process.written).toEqual([]);
    await connection.replyPermission('c1/request:0', 'once');
    expect(process.written).toEqual([{ id: 0, result: { decision: 'accept' } }]);
  });
});
