import { describe, expect, test } from 'vitest';
import { checkStream } from '../../support/check-stream.js';
import { cuts } from '../../support/cuts.js';
import { violations } from '../../support/invariants.js';
import { golden } from './golden.js';
import { allRecordings, readRecording, recordings, sessionless } from './recording.js';
import { replay } from './replay.js';

const goldens = new URL('../../../fixtures/opencode/golden/', import.meta.url).pathname;

test.each(Object.keys(sessionless))('%s contains no session', (name) => {
  expect(allRecordings).toContain(name);
  expect(replay(readRecording(name))).toEqual([]);
});

describe.each(recordings)('%s', (name) => {
  test('becomes a valid stream', async () => {
    const sessions = replay(readRecording(name));
    expect(sessions).not.toEqual([]);
    for (const session of sessions) {
      expect(violations(session.rig.events)).toEqual([]);
      expect(session.rig.events.filter(({ type }) => type === 'agent.unparsed')).toEqual([]);
      if (!session.ended) session.terminate();
      expect(violations(session.rig.events, { ended: true })).toEqual([]);
      expect(checkStream(session.rig.events, '--ended')).toBe('');
    }
    await expect(golden(sessions)).toMatchFileSnapshot(`${goldens}${name}.txt`);
  });

  test('becomes a valid stream when cut anywhere by a crash', () => {
    const lines = readRecording(name);
    for (const end of cuts(lines)) {
      for (const session of replay(lines.slice(0, end))) {
        if (session.ended) continue;
        if (session.attached) session.crash(null, 'SIGKILL');
        expect(violations(session.rig.events), `cut after ${end} lines`).toEqual([]);
        session.terminate();
        expect(violations(session.rig.events, { ended: true }), `cut after ${end} lines`).toEqual([]);
      }
    }
  });

  test('leaves a small state behind', () => {
    for (const { state } of replay(readRecording(name).filter(({ dir }) => dir !== 'exit'))) {
      expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      expect(JSON.stringify(state).length).toBeLessThan(1500);
    }
  });
});
