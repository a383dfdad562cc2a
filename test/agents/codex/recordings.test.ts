import { describe, expect, test } from 'vitest';
import { checkStream } from '../../support/check-stream.js';
import { cuts } from '../../support/cuts.js';
import { violations } from '../../support/invariants.js';
import { golden } from './golden.js';
import { readRecording, recordings } from './recording.js';
import { replay } from './replay.js';

const goldens = new URL('../../../fixtures/codex/golden/', import.meta.url).pathname;

describe.each(recordings)('%s', (name) => {
  test('becomes a valid stream', async () => {
    const sessions = replay(readRecording(name));
    for (const session of sessions) {
      expect(violations(session.rig.events)).toEqual([]);
      const unparsed = session.rig.events.filter(({ type }) => type === 'agent.unparsed');
      expect(unparsed).toEqual([]);
      if (!session.ended) session.terminate();
      expect(violations(session.rig.events, { ended: true })).toEqual([]);
      expect(checkStream(session.rig.events, '--ended')).toBe('');
    }
    await expect(golden(sessions)).toMatchFileSnapshot(`${goldens}${name}.txt`);
  });

  test('stays valid when a crash cuts it anywhere', () => {
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

  test('leaves a small state of plain JSON', () => {
    for (const { state } of replay(readRecording(name).filter(({ dir }) => dir !== 'exit'))) {
      expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      expect(JSON.stringify(state).length).toBeLessThan(1500);
    }
  });
});
