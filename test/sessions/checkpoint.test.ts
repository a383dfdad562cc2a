import { describe, expect, it } from 'vitest';
import { checkpointOf } from '../../src/sessions/checkpoint.js';
import { delta, says, start, threadStarts } from '../support/drafts.js';
import { inTurn } from '../support/session-helpers.js';
import { replayed, type SessionRig } from '../support/session-rig.js';

const checkpoint = ({ events }: SessionRig) => {
  const { value, context } = replayed(events);
  return checkpointOf({ value: value as never, context });
};

describe('a checkpoint', () => {
  it('has the end of texts that are long together, and counts what it omits', () => {
    const half = 512 * 1024;
    const rig = inTurn()
      .draft(start(says('a')))
      .draft(start(says('b')))
      .draft(delta('a', 'short'))
      .draft(delta('b', `${'x'.repeat(half)}end`));
    expect(checkpoint(rig).openItems).toMatchObject([
      { text: 'short', omitted: 0 },
      { text: `${'x'.repeat(half - 3)}end`, omitted: 3 },
    ]);
  });

  it('does not cut a character in half', () => {
    const rig = inTurn().draft(start(says('a')));
    rig.draft(delta('a', `${'😀'.repeat(524_000)}😀.`));
    rig.draft(start(says('b')));
    const { text, omitted } = checkpoint(rig).openItems[0]!;
    expect(text.charCodeAt(0) & 0xfc00).toBe(0xd800);
    expect(omitted % 2).toBe(0);
  });

  it('tells the runs of sub-agents from other items', () => {
    const { openItems } = checkpoint(inTurn().draft(threadStarts('t1')));
    expect(openItems.map(({ source }) => source)).toEqual(['daemon']);
  });
});
