import { describe, expect, test } from 'vitest';
import { translator } from '../../../src/agents/codex/translate.js';
import type { Draft } from '../../../src/schema/index.js';
import { thread } from './fake-process.js';
import type { Message } from './recording.js';

function drafts(...messages: Message[]): Draft[] {
  let state = translator.initial();
  return [{ id: 1, result: thread('t1') }, ...messages].flatMap((message) => {
    const step = translator.translate(state, { from: 'agent', text: JSON.stringify(message) });
    state = step.state;
    return step.drafts;
  });
}

const request = (method: string, id: number | string, params: object): Message => ({
  method,
  id,
  params: { threadId: 't1', turnId: 'n1', itemId: 'c1', ...params },
});
const resolved = (requestId: number | string): Message => ({
  method: 'serverRequest/resolved',
  params: { threadId: 't1', requestId },
});

describe('questions', () => {
  test('of one request are one event', () => {
    const asked = request('item/tool/requestUserInput', 0, {
      questions: [
        {
          id: 'db',
          header: 'Database',
          question: 'Which?',
          options: [{ label: 'SQLite', description: 'Small.' }],
        },
        { id: 'name', header: 'Name', question: 'How called?', options: null },
      ],
    });
    expect(drafts(asked).at(-1)).toEqual({
      type: 'question.requested',
      key: 'n1/request:0',
      questions: [
        {
          header: 'Database',
          prompt: 'Which?',
          options: [{ label: 'SQLite', description: 'Small.' }],
          multi_select: false,
        },
        { header: 'Name', prompt: 'How called?', options: [], multi_select: false },
      ],
    });
  });

  test('of a form are one per field', () => {
    const asked = request('mcpServer/elicitation/request', 0, {
      serverName: 'demo',
      mode: 'form',
      _meta: null,
      message: 'Which colour?',
      requestedSchema: {
        type: 'object',
        properties: {
          colour: { type: 'string', enum: ['red', 'blue'] },
          sure: { type: 'boolean', title: 'Sure?', description: 'Think again' },
          tags: { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } },
        },
      },
    });
    expect(drafts(asked).at(-1)).toMatchObject({
      questions: [
        { header: 'colour', prompt: 'Which colour?', options: [{ label: 'red' }, { label: 'blue' }] },
        {
          header: 'Sure?',
          prompt: 'Which colour?\nThink again',
          options: [{ label: 'true' }, { label: 'false' }],
        },
        { header: 'tags', options: [{ label: 'A' }], multi_select: true },
      ],
    });
  });

  test('of a form without fields are one, to accept or decline', () => {
    const asked = request('mcpServer/elicitation/request', 0, {
      turnId: null,
      serverName: 'demo',
      mode: 'url',
      _meta: null,
      message: 'Log in',
      url: 'https://example.org',
    });
    expect(drafts(asked).at(-1)).toMatchObject({
      key: 't1/request:0',
      questions: [
        { prompt: 'Log in\nhttps://example.org', options: [{ label: 'accept' }, { label: 'decline' }] },
      ],
    });
  });
});

describe('a request that the agent resolves', () => {
  const command = request('item/commandExecution/requestApproval', 0, { command: 'ls' });
  const question = request('item/tool/requestUserInput', 'q', {
    questions: [{ id: 'a', header: '', question: '?', options: null }],
  });

  test('is withdrawn once, as the kind that it was', () => {
    expect(drafts(command, question, resolved(0), resolved('q'), resolved(0)).slice(-2)).toEqual([
      { type: 'permission.resolved', key: 'n1/request:0', reply: 'cancelled' },
      { type: 'question.resolved', key: 'n1/request:q', answers: null },
    ]);
  });

  test('is ignored if it is unknown or of an earlier turn', () => {
    const turn = { id: 'n1', status: 'interrupted', error: null };
    const over: Message = { method: 'turn/completed', params: { threadId: 't1', turn } };
    expect(drafts(resolved(5)).slice(1)).toEqual([]);
    expect(drafts(command, over, resolved(0)).at(-1)).toMatchObject({ type: 'turn.ended' });
  });
});
