import { expect, test } from 'vitest';
import { vocabularyProblems } from '../../support/vocabulary.js';
import { handMade, replay } from './hand-made.js';

test.each(handMade)('$name uses the words of the vocabulary', (conversation) => {
  expect(vocabularyProblems(replay(conversation).events)).toEqual([]);
});

test('the conversations show plans, notices, kinds, permissions, usage and categories', () => {
  const shown = new Set<string>();
  for (const { type, data } of handMade.flatMap((conversation) => replay(conversation).events)) {
    if (type === 'error') shown.add(`error ${data.details.category}`);
    if (type === 'permission.requested') shown.add(`permission ${data.metadata.kind}`);
    if (type === 'turn.ended' && data.metadata.usage !== undefined) shown.add('usage');
    if (type === 'turn.ended' && data.metadata.model !== undefined) shown.add('model');
    if (type !== 'item.completed') continue;
    for (const part of data.item.content) {
      if (part.type === 'tool_call') shown.add(`call ${part.kind}`);
      if (part.type === 'status') shown.add(`notice ${part.label}`);
    }
  }
  expect([...shown].sort()).toMatchInlineSnapshot(`
    [
      "call agent",
      "call edit",
      "call execute",
      "call fetch",
      "call other",
      "call plan",
      "call read",
      "error billing",
      "error rate_limit",
      "error unknown",
      "model",
      "notice mcp",
      "notice plan",
      "permission edit",
      "permission execute",
      "permission fetch",
      "usage",
    ]
  `);
});
