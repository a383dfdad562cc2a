import { expect, test } from 'vitest';
import type { UniversalEvent } from '../../../src/schema/index.js';
import { vocabularyProblems } from '../../support/vocabulary.js';
import { recordings } from './recordings.js';
import { replay } from './replay.js';

const sessions = recordings.map((recording) => ({
  name: recording.name,
  events: replay(recording).events,
}));

test.each(sessions)('$name uses the words of the vocabulary', ({ events }) => {
  expect(vocabularyProblems(events)).toEqual([]);
});

function words(of: (event: UniversalEvent) => (string | undefined)[]): string[] {
  const found = sessions.flatMap(({ events }) => events.flatMap(of)).filter((word) => word !== undefined);
  return [...new Set(found)].sort();
}

test('the recordings show the notices', () => {
  const labels = words((event) =>
    event.type === 'item.completed'
      ? event.data.item.content.map((part) => (part.type === 'status' ? part.label : undefined))
      : [],
  );
  expect(labels).toEqual([
    'Conversation reset',
    'Task completed',
    'Task progress',
    'Task started',
    'agent',
    'compaction',
    'mcp',
    'model',
    'plan',
    'rate_limit',
    'settings',
    'title',
  ]);
});

test('the recordings show the categories of errors, and retries', () => {
  const categories = words((event) => (event.type === 'error' ? [event.data.details.category] : []));
  expect(categories).toEqual([
    'agent',
    'auth',
    'billing',
    'context_length',
    'invalid_request',
    'network',
    'overloaded',
    'rate_limit',
    'refused',
    'server',
    'unknown',
  ]);
  const retries = words((event) => (event.type === 'error' ? [String(event.data.details.retryable)] : []));
  expect(retries).toEqual(['false', 'true']);
});

test('the recordings show the kinds of tools', () => {
  const kinds = words((event) =>
    event.type === 'item.completed'
      ? event.data.item.content.map((part) => (part.type === 'tool_call' ? part.kind : undefined))
      : [],
  );
  expect(kinds).toEqual(['agent', 'edit', 'execute', 'fetch', 'other', 'plan', 'question', 'read', 'search']);
});

test('the recordings show permissions with and without `always`', () => {
  const scopes = words((event) =>
    event.type === 'permission.requested'
      ? [event.data.metadata.scope ?? `only ${event.data.metadata.replies}`]
      : [],
  );
  expect(scopes).toEqual([
    'commands that begin with "git push" and the command "curl http://127.0.0.1:1/" in this session',
    'commands that begin with "npm run" in this session',
    'edits of /home/user/outside.txt in this session',
    'edits of many.txt in this session',
    'edits of note.ipynb in this session',
    'edits of old.txt in this session',
    'edits of out.txt in this session',
    'fetching from 127.0.0.1 in this session',
    'only ',
    'only once,reject',
    'reading files in /home/user in this session',
    'the command "cat /home/user/notes.txt > here.txt" in this session',
    'the command "env" in this session',
    'the command "head -c 5 /dev/zero | tr \'\\0\' x" in this session',
    'the command "head -c 5000000 /dev/zero | tr \'\\0\' x" in this session',
    'the command "rm -rf /home/user/outside.txt" in this session',
    'the command "touch created.txt && ls -1" in this session',
    'the command "touch created.txt" in this session',
    'the command "touch late.txt" in this session',
    'the tool "big" of the MCP server demo in this session',
    'the tool "echo" of the MCP server demo in this session',
    'the tool "fail" of the MCP server demo in this session',
    'the tool "picture" of the MCP server demo in this session',
    'web searches in this session',
  ]);
});

test('every turn that was answered has its model, its usage and its context', () => {
  const answered = sessions.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === 'turn.ended' ? [event.data.metadata] : [])),
  );
  const complete = answered.filter(({ outcome, usage }) => outcome === 'completed' && usage !== undefined);
  expect(complete.filter(({ model }) => model !== undefined).length).toBeGreaterThan(100);
  for (const { usage, context } of complete) {
    expect(usage).toMatchObject({ input_tokens: expect.any(Number), total_tokens: expect.any(Number) });
    expect(context).toMatchObject({ used_tokens: expect.any(Number), window_tokens: expect.any(Number) });
  }
});
