import { describe, expect, test } from 'vitest';
import { checkStream } from '../../support/check-stream.js';
import { cuts } from '../../support/cuts.js';
import { violations } from '../../support/invariants.js';
import { transcript } from '../../support/transcript.js';
import { agentOf, allRecordings, others, readRecording, recordings } from './recording.js';
import { replay } from './replay.js';

const goldens = new URL('../../../fixtures/acp/golden/', import.meta.url).pathname;

test.each(others)('recordings that match %s are left out: each %s', (pattern) => {
  expect(allRecordings.some((name) => pattern.test(name))).toBe(true);
});

describe.each(recordings)('%s', (name) => {
  const agent = agentOf(name);

  test('becomes a valid stream', async () => {
    const sessions = replay(agent, readRecording(name));
    for (const session of sessions) {
      expect(violations(session.rig.events)).toEqual([]);
      expect(session.rig.events.filter(({ type }) => type === 'agent.unparsed')).toEqual([]);
      if (!session.ended) session.terminate();
      expect(violations(session.rig.events, { ended: true })).toEqual([]);
      expect(checkStream(session.rig.events, '--ended')).toBe('');
    }
    const text = sessions.map(({ rig }, i) =>
      [`# session ${i + 1}`, '', ...transcript(rig.events)].join('\n'),
    );
    await expect(`${text.join('\n\n')}\n`).toMatchFileSnapshot(`${goldens}${name}.txt`);
  });

  test('becomes a valid stream when cut anywhere by a crash', () => {
    const lines = readRecording(name);
    for (const end of cuts(lines)) {
      for (const session of replay(agent, lines.slice(0, end))) {
        if (session.ended) continue;
        session.crash();
        expect(violations(session.rig.events), `cut after ${end} lines`).toEqual([]);
        session.terminate();
        expect(violations(session.rig.events, { ended: true }), `cut after ${end} lines`).toEqual([]);
      }
    }
  });
});
