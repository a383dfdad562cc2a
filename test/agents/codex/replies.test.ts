import { describe, expect, test } from 'vitest';
import { begun, turnEvent } from './fake-process.js';

const request = (method: string, id: number, params: object) => ({
  method,
  id,
  params: { threadId: 't1', turnId: 'n1', itemId: 'c1', ...params },
});

describe('replies', () => {
  const command = (id: number) => request('item/commandExecution/requestApproval', id, { command: 'ls' });
  const access = (id: number) =>
    request('item/permissions/requestApproval', id, {
      permissions: { network: null, fileSystem: { write: ['/logs'] } },
    });
  const tool = (id: number) =>
    request('mcpServer/elicitation/request', id, {
      serverName: 'demo',
      mode: 'form',
      _meta: { codex_approval_kind: 'mcp_tool_call', tool_params: {} },
      message: 'Allow it?',
      requestedSchema: { type: 'object', properties: {} },
    });
  const granted = { fileSystem: { write: ['/logs'] } };

  test.each([
    [command, 'once', { decision: 'accept' }],
    [command, 'always', { decision: 'acceptForSession' }],
    [command, 'reject', { decision: 'decline' }],
    [access, 'once', { permissions: granted, scope: 'turn' }],
    [access, 'always', { permissions: granted, scope: 'session' }],
    [access, 'reject', { permissions: {}, scope: 'turn' }],
    [tool, 'once', { action: 'accept', content: {}, _meta: null }],
    [tool, 'always', { action: 'accept', content: {}, _meta: { persist: 'session' } }],
    [tool, 'reject', { action: 'decline', content: null, _meta: null }],
  ] as const)('%o %s', async (asked, reply, result) => {
    const { connection, process, lines } = await begun();
    // The first id of a process is 0, which is falsy.
    process.say(asked(0));
    expect(JSON.parse(lines.at(-1)!)).toEqual(asked(0));
    await connection.replyPermission('n1/request:0', reply);
    expect(await process.next(({ id }) => id === 0)).toEqual({ id: 0, result });
  });

  const questions = [
    { id: 'db', header: 'DB', question: 'Which?', options: null },
    { id: 'name', header: 'N', question: 'Name?', options: null },
  ];
  const form = {
    serverName: 'demo',
    mode: 'form',
    _meta: null,
    message: 'Fill in',
    requestedSchema: {
      type: 'object',
      properties: {
        colour: { type: 'string', oneOf: [{ const: '#f00', title: 'red' }] },
        count: { type: 'integer' },
        sure: { type: 'boolean' },
        tags: { type: 'array', items: { enum: ['a', 'b'] } },
        left: { type: 'string' },
      },
    },
  };

  test.each([
    [
      request('item/tool/requestUserInput', 0, { questions }),
      [['SQLite'], []],
      { answers: { db: { answers: ['SQLite'] } } },
    ],
    [request('item/tool/requestUserInput', 0, { questions }), null, { answers: {} }],
    [
      request('mcpServer/elicitation/request', 0, form),
      [['red'], ['3'], ['true'], ['a', 'b'], []],
      { action: 'accept', content: { colour: '#f00', count: 3, sure: true, tags: ['a', 'b'] }, _meta: null },
    ],
    [
      request('mcpServer/elicitation/request', 0, form),
      null,
      { action: 'decline', content: null, _meta: null },
    ],
    [
      request('mcpServer/elicitation/request', 0, {
        ...form,
        requestedSchema: null,
        mode: 'url',
        url: 'https://x',
      }),
      [['decline']],
      { action: 'decline', content: null, _meta: null },
    ],
  ])('to questions: %j', async (asked, answers, result) => {
    const { connection, process } = await begun();
    process.say(asked);
    if (answers === null) await connection.rejectQuestion('n1/request:0');
    else await connection.answerQuestion('n1/request:0', answers);
    expect(await process.next(({ id }) => id === 0)).toEqual({ id: 0, result });
  });

  test('reach a sub-agent that still waits when the turn has ended', async () => {
    const { connection, process } = await begun();
    process.say(turnEvent('turn/started', 'n1'), command(0), {
      ...command(1),
      params: { ...command(1).params, turnId: 'c1' },
    });
    process.say(turnEvent('turn/completed', 'n1'));
    expect(process.written).toEqual([]);
    await connection.replyPermission('c1/request:1', 'once');
    expect(process.written).toEqual([{ id: 1, result: { decision: 'accept' } }]);
  });

  test('to a withdrawn or unknown request are not sent', async () => {
    const { connection, process } = await begun();
    process.say(command(0), { method: 'serverRequest/resolved', params: { threadId: 't1', requestId: 0 } });
    await connection.replyPermission('n1/request:0', 'once');
    await connection.replyPermission('n1/request:7', 'once');
    expect(process.written).toEqual([]);
  });
});
