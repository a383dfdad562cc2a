import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../support/temp-folder.js';
import { answering, prompt } from './fake-server.js';
import { events } from './server-events.js';

const { status, assistant, asked } = events;

describe('a request', () => {
  const replies = { 'POST /permission/p1/reply': { ok: true }, 'POST /permission/p2/reply': { ok: true } };

  test("for a permission waits for the user's reply", async () => {
    const { connection, process, next } = await answering({}, {}, replies);
    process.say(asked('s', 'p1'), asked('s', 'p2'));
    await next('permission.asked');
    await next('permission.asked');
    await connection.replyPermission('p1', 'once', null);
    const { body, directory } = await process.next('POST /permission/p1/reply');
    expect([body, directory]).toEqual([{ reply: 'once' }, '/workspace/demo']);
    await connection.replyPermission('p2', 'reject', 'not now');
    const refused = await process.next('POST /permission/p2/reply');
    expect(refused.body).toEqual({ reply: 'reject', message: 'not now' });
    await connection.replyPermission('p2', 'once', null);
    expect(process.calls.map(({ what }) => what)).not.toContain('POST /permission/p2/reply');
  });

  test('allowed always is remembered here and not by the server', async () => {
    const { connection, process, next, received } = await answering(
      {},
      {},
      {
        ...replies,
        'POST /permission/p3/reply': { ok: true },
      },
    );
    process.say(asked('s', 'p1'), asked('s', 'p2', { patterns: ['git push --force'] }));
    await next('permission.asked');
    await next('permission.asked');
    await connection.replyPermission('p1', 'always', null);
    for (const id of ['p1', 'p2'])
      expect((await process.next(`POST /permission/${id}/reply`)).body).toEqual({ reply: 'once' });
    const before = received.length;
    process.say(asked('s', 'p3'));
    expect((await process.next('POST /permission/p3/reply')).body).toEqual({ reply: 'once' });
    process.say({
      type: 'permission.replied',
      properties: { sessionID: 's', requestID: 'p3', reply: 'once' },
    });
    process.say(asked('s', 'p4', { patterns: ['git pull'] }));
    await next('permission.asked');
    expect(received.slice(before).map(({ properties }) => properties.id)).toEqual(['p4']);
  });

  test("allowed always does not cover a change of an agent's rules", async () => {
    const directory = await tempFolder();
    await symlink('opencode.json', join(directory, 'innocent'));
    const { connection, process, next } = await answering({ directory }, {}, replies);
    const edit = (id: string, path: string) =>
      asked('s', id, {
        permission: 'edit',
        patterns: [path],
        always: ['*'],
        metadata: { filepath: join(directory, path) },
      });
    process.say(edit('p1', 'a.txt'), edit('p3', 'innocent'));
    await next('permission.asked');
    await next('permission.asked');
    await connection.replyPermission('p1', 'always', null);
    await process.next('POST /permission/p1/reply');
    process.say(edit('p2', 'b.txt'), edit('p4', 'opencode.json'));
    expect((await next('permission.asked')).properties.id).toBe('p4');
    await process.next('POST /permission/p2/reply');
    expect(process.calls.map(({ what }) => what)).not.toContain('POST /permission/p3/reply');
  });

  test('of a sub-agent belongs to the session', async () => {
    const { connection, process, next } = await answering({}, {}, replies);
    process.say(events.task('s', 'child'), asked('child', 'p1'));
    await next('permission.asked');
    await connection.replyPermission('p1', 'once', null);
    await process.next('POST /permission/p1/reply');
  });

  test.each([
    ['acceptEdits', { permission: 'edit', metadata: { filepath: '/workspace/demo/a.txt' } }, true],
    ['acceptEdits', { permission: 'edit', metadata: { filepath: '/workspace/other/a.txt' } }, false],
    ['acceptEdits', { permission: 'edit', metadata: { filepath: '/workspace/demo/.git/config' } }, false],
    ['acceptEdits', { permission: 'edit', metadata: { files: [{ filePath: '/workspace/demo/a' }] } }, true],
    [
      'acceptEdits',
      { permission: 'edit', metadata: { files: [{ filePath: '/workspace/demo/a', movePath: '/etc/a' }] } },
      false,
    ],
    ['acceptEdits', { permission: 'edit', metadata: {} }, false],
    ['acceptEdits', { permission: 'bash' }, false],
    ['default', { permission: 'edit', metadata: { filepath: '/workspace/demo/a.txt' } }, false],
    ['bypass', { permission: 'bash' }, true],
  ] as const)('in %s for %j is granted by the mode: %s', async (permissionMode, more, isPermitted) => {
    const { process, next, received } = await answering({ permissionMode }, {}, replies);
    process.say(asked('s', 'p1', more), events.delta('s', 'after'));
    await next('message.part.delta');
    expect(received.some(({ type }) => type === 'permission.asked')).toBe(!isPermitted);
    if (isPermitted) await process.next('POST /permission/p1/reply');
  });

  test('to edit through a link that leads outside is shown, and later events wait for the decision', async () => {
    const [directory, elsewhere] = [await tempFolder(), await tempFolder()];
    await symlink(elsewhere, join(directory, 'out'));
    const { process, next, received } = await answering(
      { directory, permissionMode: 'acceptEdits' },
      {},
      replies,
    );
    const edit = (id: string, path: string) =>
      asked('s', id, { permission: 'edit', metadata: { filepath: join(directory, path) } });
    const before = received.length;
    process.say(edit('p1', 'new.txt'), edit('p2', 'out/new.txt'), edit('p3', 'opencode.json'));
    process.say(events.delta('s', 'after'));
    await next('message.part.delta');
    expect(received.slice(before).map(({ properties }) => properties.id ?? properties.delta)).toEqual([
      'p2',
      'p3',
      'after',
    ]);
    expect((await process.next('POST /permission/p1/reply')).body).toEqual({ reply: 'once' });
  });

  test('for an answer is answered or rejected', async () => {
    const question = (id: string) => ({
      type: 'question.asked',
      properties: { id, sessionID: 's', questions: [{ header: '', question: 'Which?', options: [] }] },
    });
    const { connection, process, next } = await answering(
      {},
      {},
      {
        'POST /question/q1/reply': { ok: true },
        'POST /question/q2/reject': { ok: true },
      },
    );
    process.say(question('q1'), question('q2'));
    await next('question.asked');
    await next('question.asked');
    await connection.answerQuestion('q1', [['This'], []]);
    expect((await process.next('POST /question/q1/reply')).body).toEqual({ answers: [['This'], []] });
    await connection.rejectQuestion('q2');
    await process.next('POST /question/q2/reject');
  });

  test('left open by a turn is rejected silently before the next message', async () => {
    const { connection, process, next, received } = await answering(
      {},
      {},
      {
        'POST /permission/p1/reply': { ok: true },
      },
    );
    process.say(asked('s', 'p1'), assistant('s', 3), status('s', 'idle'));
    await next('permission.asked');
    expect((await process.next('POST /permission/p1/reply')).body).toEqual({ reply: 'reject' });
    process.say({
      type: 'permission.replied',
      properties: { sessionID: 's', requestID: 'p1', reply: 'reject' },
    });
    await connection.replyPermission('p1', 'once', null);
    await connection.prompt(prompt('next'));
    await process.next('POST /session/s/prompt_async');
    process.say(status('s', 'busy'));
    await next('prompted');
    await next('prompted');
    expect(process.calls.map(({ what }) => what)).not.toContain('POST /permission/p1/reply');
    expect(received.map(({ type }) => type)).not.toContain('permission.replied');
  });
});

describe('an approval', () => {
  const replies = { 'POST /permission/p1/reply': { ok: true }, 'POST /permission/p2/reply': { ok: true } };
  const replied = (requestID: string, reply: string, sessionID = 's') => ({
    type: 'permission.replied',
    properties: { sessionID, requestID, reply },
  });

  test('that we did not send is reported before its event, and interrupts the turn', async () => {
    const { process, next, received } = await answering({}, {}, replies);
    process.say(asked('s', 'p1'), replied('p1', 'once'));
    await next('permission.replied');
    const types = received.map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['unexpectedApproval', 'permission.replied']);
    await process.next('POST /session/s/abort');
  });

  test('of a sub-agent that we did not send also stops the sub-agent', async () => {
    const { process, next } = await answering(
      {},
      {},
      { ...replies, 'POST /session/child/abort': { ok: true } },
    );
    process.say(events.task('s', 'child'), asked('child', 'p1'), replied('p1', 'always', 'child'));
    await next('unexpectedApproval');
    await process.next('POST /session/child/abort');
    await process.next('POST /session/s/abort');
  });

  test('that we sent, or that an earlier "always" covers, is expected, and so is a rejection', async () => {
    const { connection, process, next, received } = await answering(
      {},
      {},
      { ...replies, 'POST /permission/p4/reply': { ok: true } },
    );
    process.say(asked('s', 'p1'), asked('s', 'p2'), asked('s', 'p3', { patterns: ['git pull'] }));
    await next('permission.asked');
    await next('permission.asked');
    await next('permission.asked');
    await connection.replyPermission('p1', 'always', null);
    process.say(replied('p1', 'once'), replied('p2', 'once'), replied('p3', 'reject'), asked('s', 'p4'));
    await process.next('POST /permission/p4/reply');
    process.say(replied('p4', 'once'), events.delta('s', 'after'));
    await next('message.part.delta');
    expect(received.map(({ type }) => type)).not.toContain('unexpectedApproval');
  });
});
