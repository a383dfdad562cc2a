import { describe, expect, test } from 'vitest';
import { checkStream } from '../../support/check-stream.js';
import { violations } from '../../support/invariants.js';
import { transcript } from '../../support/transcript.js';
import { goldenFolder, handMade, replay } from './hand-made.js';

describe.each(handMade)('$name', (conversation) => {
  test('satisfies the contract and matches the golden file', async () => {
    const { events } = replay(conversation);
    expect(violations(events, { ended: true })).toEqual([]);
    expect(events.filter(({ type }) => type === 'agent.unparsed')).toEqual([]);
    await expect(`${transcript(events).join('\n')}\n`).toMatchFileSnapshot(
      `${goldenFolder}${conversation.name}.txt`,
    );
  });

  test('satisfies the contract when cut off at any line', () => {
    for (let until = 0; until < conversation.lines.length; until++) {
      const rig = replay(conversation, { until });
      if (rig.snapshot.context.ended === null) rig.exit(137);
      expect(violations(rig.events, { ended: true }), `after ${until} lines`).toEqual([]);
    }
  });
});

test('all streams pass the external checker', async () => {
  const events = handMade.flatMap((conversation) => replay(conversation).events);
  expect(checkStream(events, '--ended')).toBe('');
});
