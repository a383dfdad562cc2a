import { expect, test } from 'vitest';
import type { Native } from '../../../src/agents/mock/native.js';
import { drafts } from './native-drafts.js';

const command: Native = {
  type: 'permission_request',
  request: 'p1',
  kind: 'command',
  call: 'c1',
  tool: 'shell',
  input: { command: 'npm test\nexit' },
  why: 'It runs a command',
  choices: ['allow', 'allow_always', 'deny'],
};

test('of a command', () => {
  expect(drafts(command)).toEqual([
    {
      type: 'permission.requested',
      key: 'p1',
      action: 'command_execution',
      metadata: {
        tool: 'shell',
        kind: 'execute',
        title: 'npm test',
        input: { command: 'npm test\nexit' },
        command: 'npm test\nexit',
        replies: ['once', 'always', 'reject'],
        scope: 'all commands in this conversation',
        reason: 'It runs a command',
        call_id: 'c1',
        native: { choices: ['allow', 'allow_always', 'deny'] },
      },
    },
  ]);
});

test('of an edit, which is to be compared with the file', () => {
  const input = { path: '/project/a.txt', content: 'new' };
  expect(drafts({ ...command, kind: 'edit', tool: 'mock.edit', input })).toMatchObject([
    {
      action: 'file_change',
      metadata: {
        kind: 'edit',
        title: 'a.txt',
        paths: ['/project/a.txt'],
        scope: expect.stringMatching('edits'),
      },
      changes: [{ type: 'write', path: '/project/a.txt', content: 'new' }],
    },
  ]);
});

test('only offer the replies that the program takes', () => {
  const [asked] = drafts({ ...command, choices: ['deny', 'allow'] });
  expect(asked).toMatchObject({ metadata: { replies: ['once', 'reject'] } });
  expect(asked).not.toHaveProperty('metadata.scope');
});
