import { expect, test } from 'vitest';
import { vocabularyProblems } from '../../support/vocabulary.js';
import { readRecording, recordings } from './recording.js';
import { replay } from './replay.js';

const eventsOf = (name: string) => replay(readRecording(name)).map(({ rig }) => rig.events);

test.each(recordings)('%s uses the words of the vocabulary', (name) => {
  for (const events of eventsOf(name)) expect(vocabularyProblems(events)).toEqual([]);
});

test('the recordings show plans, notices, kinds, permissions, usage and categories', () => {
  const events = recordings.flatMap((name) => eventsOf(name).flat());
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  for (const { type, data } of events) {
    if (type === 'error') count(`error ${data.details.category}`);
    if (type === 'permission.requested') count(`permission ${data.metadata.kind}`);
    if (type === 'turn.ended' && data.metadata.usage !== undefined) count('usage');
    if (type === 'turn.ended' && data.metadata.context !== undefined) count('context');
    if (type !== 'item.completed') continue;
    for (const part of data.item.content) {
      if (part.type === 'tool_call') count(`call ${part.kind}`);
      if (part.type === 'status') count(`notice ${part.label}`);
    }
  }
  expect([...counts.keys()].sort()).toMatchInlineSnapshot(`
    [
      "call agent",
      "call edit",
      "call execute",
      "call other",
      "call plan",
      "call question",
      "call read",
      "call search",
      "context",
      "error agent",
      "error auth",
      "error context_length",
      "error invalid_request",
      "error network",
      "error rate_limit",
      "notice Files changed",
      "notice agent",
      "notice compaction",
      "notice plan",
      "notice title",
      "permission edit",
      "permission execute",
      "usage",
    ]
  `);
});
