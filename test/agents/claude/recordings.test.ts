import { describe, expect, test } from 'vitest';
import { checkStream } from '../../support/check-stream.js';
import { violations } from '../../support/invariants.js';
import { transcript } from '../../support/transcript.js';
import { goldenFolder, recordings } from './recordings.js';
import { replay } from './replay.js';

/** Recordings in which the CLI sends what nobody can understand, with the reason. There is none so far. */
const nonsense = new Map<string, string>();

describe.each(recordings)('$name', (recording) => {
  test('keeps the contract and is what it was', async () => {
    const { events } = replay(recording);
    expect(violations(events, { ended: true })).toEqual([]);
    const unparsed = events.filter(({ type }) => type === 'agent.unparsed');
    expect(unparsed.map(({ data }) => data)).toEqual(nonsense.has(recording.name) ? expect.anything() : []);
    await expect(`${transcript(events).join('\n')}\n`).toMatchFileSnapshot(
      `${goldenFolder}${recording.name}.txt`,
    );
  });

  test('keeps the contract wherever it is cut off', () => {
    for (let until = 0; until < recording.lines.length; until++) {
      const rig = replay(recording, { until });
      if (rig.snapshot.context.ended === null) rig.exit(137);
      expect(violations(rig.events, { ended: true }), `after ${until} lines`).toEqual([]);
    }
  });
});

test('the checker of the contract agrees on all of them', async () => {
  const events = recordings.flatMap((recording) => replay(recording).events);
  expect(await checkStream(events, '--ended')).toBe('');
});
