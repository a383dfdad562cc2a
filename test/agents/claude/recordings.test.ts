import { describe, expect, test } from 'vitest';
import { checkStream } from '../../support/check-stream.js';
import { cuts } from '../../support/cuts.js';
import { violations } from '../../support/invariants.js';
import { transcript } from '../../support/transcript.js';
import { goldenFolder, recordings } from './recordings.js';
import { replay } from './replay.js';

/** Recordings that contain unparsable lines, with the reason. None so far. */
const unparsable = new Map<string, string>();

describe.each(recordings)('$name', (recording) => {
  test('satisfies the contract and matches the golden file', async () => {
    const { events } = replay(recording);
    expect(violations(events, { ended: true })).toEqual([]);
    const unparsed = events.filter(({ type }) => type === 'agent.unparsed');
    expect(unparsed.map(({ data }) => data)).toEqual(unparsable.has(recording.name) ? expect.anything() : []);
    await expect(`${transcript(events).join('\n')}\n`).toMatchFileSnapshot(
      `${goldenFolder}${recording.name}.txt`,
    );
  });

  test('satisfies the contract when cut off at any line', () => {
    for (const until of cuts(recording.lines)) {
      const rig = replay(recording, { until });
      if (rig.snapshot.context.ended === null) rig.exit(137);
      expect(violations(rig.events, { ended: true }), `after ${until} lines`).toEqual([]);
    }
  });
});

test('all streams pass the external checker', async () => {
  const events = recordings.flatMap((recording) => replay(recording).events);
  expect(checkStream(events, '--ended')).toBe('');
});
