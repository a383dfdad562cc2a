import { expect, test } from 'vitest';
import { incomplete } from '../../support/completeness.js';
import { nativeFacts } from './native-facts.js';
import { recording, recordings } from './recordings.js';
import { replay } from './replay.js';

test.each(recordings)('$name is complete in the stream', (recorded) => {
  expect(incomplete(nativeFacts(recorded), replay(recorded).events)).toEqual([]);
});

const withSubAgent = recording('2.1.325/i5-subagent-forwarded');

test('the recordings have facts of every kind, also of sub-agents', () => {
  const kinds = nativeFacts(withSubAgent).map(
    ({ thread, kind }) => `${thread === null ? 'main' : 'sub'} ${kind}`,
  );
  expect(new Set(kinds)).toEqual(
    new Set(['main text', 'main call', 'main result', 'sub text', 'sub thought', 'sub call', 'sub result']),
  );
});

test('a word that is lost, changed or in another thread is found', () => {
  const facts = nativeFacts(withSubAgent);
  const { events } = replay(withSubAgent);
  expect(incomplete(facts, events)).toEqual([]);
  for (const [i, fact] of facts.entries()) {
    if (fact.text === '') continue;
    const moved = { ...fact, thread: fact.thread === null ? 'another' : null };
    for (const wrong of [[], [fact, fact], [{ ...fact, text: `${fact.text}.` }], [moved]])
      expect(incomplete(facts.toSpliced(i, 1, ...wrong), events)).not.toEqual([]);
  }
});
