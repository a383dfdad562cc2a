import { describe, expect, test } from 'vitest';
import { NoticeLabel, type UniversalEvent } from '../../../src/schema/index.js';
import { vocabularyProblems } from '../../support/vocabulary.js';
import { readRecording, recordings } from './recording.js';
import { replay } from './replay.js';

const eventsOf = (name: string): UniversalEvent[] =>
  replay(readRecording(name)).flatMap(({ rig }) => rig.events);

test.each(recordings)('%s uses the words of the vocabulary', (name) => {
  expect(vocabularyProblems(eventsOf(name))).toEqual([]);
});

describe('the recordings show', () => {
  const events = recordings.flatMap(eventsOf);
  const count = (words: readonly string[]) =>
    Object.fromEntries(
      [...new Set(words)].sort().map((word) => [word, words.filter((w) => w === word).length]),
    );

  test('kinds of tools', () => {
    const kinds = events.flatMap((event) =>
      event.type === 'item.completed'
        ? event.data.item.content.flatMap((part) => (part.type === 'tool_call' ? [part.kind ?? ''] : []))
        : [],
    );
    expect(Object.keys(count(kinds))).toEqual(['agent', 'edit', 'execute', 'fetch', 'move', 'other', 'read']);
  });

  test('notices', () => {
    const labels = events.flatMap((event) =>
      event.type === 'item.completed'
        ? event.data.item.content.flatMap((part) => (part.type === 'status' ? [part.label] : []))
        : [],
    );
    expect(Object.keys(count(labels.filter((label) => NoticeLabel.safeParse(label).success)))).toEqual([
      'agent',
      'compaction',
      'mcp',
      'plan',
      'title',
    ]);
  });

  test('permissions of all kinds, each with its replies', () => {
    const asked = events.flatMap((event) => (event.type === 'permission.requested' ? [event.data] : []));
    expect(Object.keys(count(asked.map(({ action }) => action)))).toEqual([
      'command_execution',
      'file_change',
      'mcp_tool_call',
      'permissions',
    ]);
    expect(new Set(asked.map(({ metadata }) => metadata.replies?.join()))).toEqual(
      new Set(['once,always,reject']),
    );
  });

  test('categories of errors', () => {
    const errors = events.flatMap((event) => (event.type === 'error' ? [event.data] : []));
    expect(Object.keys(count(errors.map(({ details }) => String(details.category))))).toEqual([
      'agent',
      'auth',
      'context_length',
      'invalid_request',
      'network',
      'overloaded',
      'rate_limit',
      'server',
      'unknown',
    ]);
    expect(errors.some(({ details }) => details.retryable === true)).toBe(true);
  });

  test('usage, context and model at the end of turns', () => {
    const turns = events.flatMap((event) => (event.type === 'turn.ended' ? [event.data.metadata] : []));
    expect(turns.filter(({ usage, context, model }) => usage && context && model).length).toBeGreaterThan(
      100,
    );
  });
});
