import { describe, expect, test } from 'vitest';
import { checkStream } from '../../support/check-stream.js';
import { violations } from '../../support/invariants.js';
import { golden } from './golden.js';
import { readRecording, recordings } from './recording.js';
import { replay } from './replay.js';

/** Recordings in which the agent itself talks nonsense, and why. */
const nonsense: Record<string, string> = {};

const goldens = new URL('../../../fixtures/codex/golden/', import.meta.url).pathname;

describe.each(recordings)('%s', (name) => {
  test('becomes a stream that breaks no invariant', async () => {
    const sessions = replay(readRecording(name));
    for (const session of sessions) {
      expect(violations(session.rig.events)).toEqual([]);
      const unparsed = session.rig.events.filter(({ type }) => type === 'agent.unparsed');
      if (!(name in nonsense)) expect(unparsed).toEqual([]);
      if (!session.ended) session.terminate();
      expect(violations(session.rig.events, { ended: true })).toEqual([]);
      const flags = name in nonsense ? ['--ended', '--allow-unparsed'] : ['--ended'];
      expect(await checkStream(session.rig.events, ...flags)).toBe('');
    }
    await expect(golden(sessions)).toMatchFileSnapshot(`${goldens}${name}.txt`);
  });

  test('may be cut anywhere by a crash', () => {
    const lines = readRecording(name);
    for (let end = 0; end < lines.length; end++) {
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
